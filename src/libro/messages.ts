/** Messages of the ledger that screens and server share. */
export const CODE_REJECTED = 'Código de autorización es incorrecto o no se puede usar más. Intente de nuevo por favor';
export const INVOICE_FAILED = 'No se ha podido generar la factura con éxito. Intente más tarde por favor';
export const FUTURE_PAYMENT = 'La fecha de pago no puede ser futura. Elija la de hoy o una anterior';
/** Why an amount of an initial fee is refused: it takes whole pesos. Source: specification 001, section 5. */
export const WHOLE_PESOS = 'Escriba un monto en pesos, sin centavos';
/** Said of a fine or a fee that could not be read. */
export const CHARGE_LOAD_FAILED = 'Ocurrió un error. Intenta más tarde o contacte con el administrador';
