/**
 * What the tax authority would reject, told before anything is stamped: with its own code where the rule is one of its
 * matrices of errors (CFDI 4.0 and Pagos 2.0) or of the list that every provider answers with ('401'), and in Spanish with
 * what to correct and where. What only its registers know (whether a name is that of an RFC) is the provider's to say.
 */
import { CENTAVOS_MAX } from '#core/money.ts';
import {
  FORMAS_PAGO,
  isGenerico,
  isMoral,
  isRfc,
  PERIODICIDADES,
  PUBLICO_EN_GENERAL,
  REGIMENES,
  RELACIONES,
  RELACIONES_DE_EGRESO,
  RFC_NACIONAL,
  rowOf,
  USOS,
} from './catalogos.ts';
import { cantidadMillonesimas, ivaFits, valorUnitarioMillonesimas } from './comprobante.ts';
import {
  type ConceptoDocumento,
  type Documento,
  type DocumentoIngreso,
  type DocumentoPagado,
  type DocumentoPago,
  type FallaFiscal,
  isGravado,
  isTratamiento,
  VIGENCIA_HORAS,
} from './documento.ts';
import { isXmlText, normalizeSpace } from './xml.ts';

const EN_EMISOR = 'en Datos del emisor';
const EN_RECEPTOR = 'en Datos fiscales del lote (o en Receptor a facturar, si el lote no tiene los suyos)';

const FECHA = /^(20[1-9]\d)-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const CP = /^(?!00000)\d{5}$/;

const HORA_MS = 3_600_000;
/** How far a document's clock may run ahead of ours. */
const ADELANTO_MS = 5 * 60_000;

type Report = (codigo: string, mensaje: string) => void;

/** Milliseconds of a local date and time, comparable with another of the same place only; undefined for what is none. */
function localMs(fecha: string): number | undefined {
  if (!FECHA.test(fecha)) return undefined;
  const ms = Date.parse(`${fecha}Z`);
  // A 31 February is read as a March day; its text then differs.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== fecha ? undefined : ms;
}

/**
 * Endings that are a company's capital regime and no part of its name as the authority registers it. Dots, commas and spaces
 * are not told apart: 'S.A. DE C.V.' is 'SA DE CV'.
 */
const REGIMEN_CAPITAL = new RegExp(
  ` (${[
    '(SA|S A)( ?B| ?P ?I( ?B)?)?( DE (CV|C V))?',
    '(SAS|S A S)( DE (CV|C V))?',
    '(S|S C|SC|S P R|SPR|S S S|SSS) DE (RL|R L)( DE (CV|C V)| (MI|M I)| DE (IP|I P))*',
    '(SC|S C|AC|A C|SNC|S N C|IAP|I A P|ABP|A B P)',
    'S EN (NC|N C|C)( POR A)?',
    'SOCIEDAD ANONIMA( BURSATIL| PROMOTORA DE INVERSION)?( DE CAPITAL VARIABLE)?',
    'SOCIEDAD DE RESPONSABILIDAD LIMITADA( DE CAPITAL VARIABLE)?',
    'SOCIEDAD POR ACCIONES SIMPLIFICADA( DE CAPITAL VARIABLE)?',
    '(SOCIEDAD|ASOCIACION) CIVIL',
  ].join('|')})$`,
);

/** True for 'CONDOMINIO LAS ROSAS, A.C.': a name that says the company's regime too. */
export function tieneRegimenCapital(nombre: string): boolean {
  const plain = nombre
    .toUpperCase()
    .normalize('NFD')
    .replace(/[\u0300\u0301]/g, '')
    .replace(/[.,]+/g, ' ');
  return REGIMEN_CAPITAL.test(normalizeSpace(plain));
}

/** Why a document cannot hold a text, as the end of a sentence that begins with what it is; undefined where it can. */
export function faltaDeTexto(value: string, max: number): string | undefined {
  if (!isXmlText(value)) return 'tiene caracteres de control que no se ven; bórrelo y escríbalo de nuevo';
  const text = normalizeSpace(value);
  if (text.includes('|')) return 'lleva el signo «|», que el SAT no admite; quítelo';
  // The schema counts characters, of which one outside the basic plane is one.
  const length = [...text].length;
  return length > max ? `tiene ${length} caracteres y el SAT admite ${max}; acórtelo` : undefined;
}

function checkNombre(report: Report, codigo: string, quien: string, donde: string, rfc: string, nombre: string): void {
  const text = normalizeSpace(nombre);
  if (text === '') {
    report(codigo, `Falta el nombre del ${quien}. Escríbalo como dice su constancia de situación fiscal, ${donde}.`);
    return;
  }
  const fault = faltaDeTexto(nombre, 300);
  if (fault !== undefined) {
    report(codigo, `El nombre del ${quien} ${fault}, ${donde}.`);
    return;
  }
  if (text !== text.toUpperCase()) {
    report(
      codigo,
      `El nombre del ${quien} va en mayúsculas, como en su constancia: «${text.toUpperCase()}». Corríjalo ${donde}.`,
    );
  }
  if (isMoral(rfc) && tieneRegimenCapital(text)) {
    report(
      codigo,
      `El nombre del ${quien} va sin el régimen de capital (S.A. de C.V., A.C. y similares), como en su constancia. Corrija «${text}» ${donde}.`,
    );
  }
}

function checkEmisor(documento: Documento, report: Report): void {
  const { emisor, lugarExpedicion } = documento;
  if (!isRfc(emisor.rfc) || isGenerico(emisor.rfc)) {
    report('', `El RFC del emisor «${emisor.rfc}» no es válido. Corríjalo ${EN_EMISOR}.`);
  }
  checkNombre(report, 'CFDI40139', 'emisor', EN_EMISOR, emisor.rfc, emisor.nombre);
  const regimen = rowOf(REGIMENES, emisor.regimenFiscal);
  if (!regimen) {
    report('CFDI40140', `El régimen fiscal del emisor «${emisor.regimenFiscal}» no existe. Elíjalo ${EN_EMISOR}.`);
  } else if (!(isMoral(emisor.rfc) ? regimen.moral : regimen.fisica)) {
    report(
      'CFDI40141',
      `El régimen ${emisor.regimenFiscal} del emisor no es de una persona ${isMoral(emisor.rfc) ? 'moral' : 'física'}. Corríjalo ${EN_EMISOR}.`,
    );
  }
  if (!CP.test(lugarExpedicion)) {
    report(
      'CFDI40126',
      `El código postal del emisor «${lugarExpedicion}» no es válido. Escriba sus 5 dígitos ${EN_EMISOR}.`,
    );
  }
}

function checkReceptor(documento: Documento, report: Report): void {
  const { receptor, lugarExpedicion } = documento;
  const { rfc, cp, regimenFiscal } = receptor;
  const generico = isGenerico(rfc);
  const persona = isMoral(rfc) ? 'moral' : 'física';
  if (!isRfc(rfc)) report('CFDI40143', `El RFC del receptor «${rfc}» no es válido. Corríjalo ${EN_RECEPTOR}.`);
  checkNombre(report, 'CFDI40145', 'receptor', EN_RECEPTOR, rfc, receptor.nombre);
  if (normalizeSpace(receptor.nombre) === PUBLICO_EN_GENERAL && rfc !== RFC_NACIONAL) {
    report(
      'CFDI40146',
      `«${PUBLICO_EN_GENERAL}» sólo va con el RFC ${RFC_NACIONAL}. Corrija el RFC o el nombre ${EN_RECEPTOR}.`,
    );
  }
  if (!CP.test(cp)) {
    report(
      'CFDI40147',
      `El código postal del receptor «${cp}» no es válido. Escriba los 5 dígitos de su domicilio fiscal ${EN_RECEPTOR}.`,
    );
  } else if (generico && cp !== lugarExpedicion) {
    report(
      'CFDI40149',
      `Con el RFC genérico ${rfc}, el código postal del receptor es el del emisor (${lugarExpedicion}). Corríjalo ${EN_RECEPTOR}.`,
    );
  }
  const regimen = rowOf(REGIMENES, regimenFiscal);
  if (!regimen) {
    report('CFDI40157', `El régimen fiscal del receptor «${regimenFiscal}» no existe. Elíjalo ${EN_RECEPTOR}.`);
  } else if (generico) {
    if (regimenFiscal !== '616') {
      report('CFDI40159', `Con el RFC genérico ${rfc}, el régimen fiscal es 616. Corríjalo ${EN_RECEPTOR}.`);
    }
  } else if (!(isMoral(rfc) ? regimen.moral : regimen.fisica)) {
    report(
      'CFDI40158',
      `El régimen ${regimenFiscal} del receptor no es de una persona ${persona}. Corríjalo ${EN_RECEPTOR}.`,
    );
  }
  checkUso(documento, report);
}

function checkUso({ tipo, receptor: { rfc, regimenFiscal, usoCFDI } }: Documento, report: Report): void {
  const uso = rowOf(USOS, usoCFDI);
  if (!uso) {
    report('CFDI40160', `El uso de CFDI «${usoCFDI}» no existe. Elíjalo ${EN_RECEPTOR}.`);
  } else if (tipo === 'pago') {
    if (usoCFDI !== 'CP01') report('', 'El uso de CFDI de un complemento de pago es CP01 (Pagos).');
  } else if (usoCFDI === 'CP01' || usoCFDI === 'CN01') {
    report('', `El uso de CFDI ${usoCFDI} no es de una factura. Elija otro ${EN_RECEPTOR}.`);
  } else if (isGenerico(rfc) && usoCFDI !== 'S01') {
    report(
      'CFDI40161',
      `Con el RFC genérico ${rfc}, el uso de CFDI es S01 (Sin efectos fiscales). Corríjalo ${EN_RECEPTOR}.`,
    );
  } else if (
    (isMoral(rfc) && !uso.moral) ||
    (rowOf(REGIMENES, regimenFiscal) && !uso.regimenes.includes(regimenFiscal))
  ) {
    report(
      'CFDI40161',
      `El uso de CFDI ${usoCFDI} no corresponde a una persona ${isMoral(rfc) ? 'moral' : 'física'} con régimen ${regimenFiscal}. Elija otro, como S01 (Sin efectos fiscales), ${EN_RECEPTOR}.`,
    );
  }
}

function checkFecha(documento: Documento, ahora: string, report: Report): void {
  const fecha = localMs(documento.fecha);
  const now = localMs(ahora);
  if (now === undefined) throw new RangeError(`not a local date and time: ${ahora}`);
  if (fecha === undefined) {
    report('CFDI40101', `La fecha «${documento.fecha}» no es válida.`);
  } else if (now - fecha > VIGENCIA_HORAS * HORA_MS) {
    report('401', `La factura tiene más de ${VIGENCIA_HORAS} horas y el SAT ya no la acepta. Genere una nueva.`);
  } else if (fecha - now > ADELANTO_MS) {
    report('401', 'La fecha de la factura está en el futuro. Revise la hora del servidor y la zona horaria.');
  }
}

function checkFolio({ serie, folio }: Documento, report: Report): void {
  if (!/^[A-Z0-9]{0,25}$/.test(serie)) {
    report('', `La serie «${serie}» no es válida: hasta 25 letras mayúsculas y dígitos. Corríjala ${EN_EMISOR}.`);
  }
  if (!/^[A-Za-z0-9-]{0,40}$/.test(folio)) {
    report('', `El folio «${folio}» no es válido: hasta 40 letras, dígitos y guiones.`);
  }
}

function checkRelacion(documento: Documento, report: Report): void {
  const { relacion } = documento;
  if (documento.tipo === 'egreso' && !rowOf(RELACIONES_DE_EGRESO, relacion?.tipo ?? '')) {
    report('', 'Una nota de crédito se relaciona con la factura de la que es: relación 01 o 03.');
  }
  if (!relacion) return;
  if (!RELACIONES.has(relacion.tipo)) {
    report('CFDI40137', `El tipo de relación «${relacion.tipo}» no existe. Elija uno del 01 al 07.`);
  } else if (documento.tipo === 'pago' && relacion.tipo !== '04') {
    report('', 'Un complemento de pago sólo se relaciona con el que sustituye: relación 04.');
  }
  if (relacion.uuids.length === 0 || !relacion.uuids.every((uuid) => UUID.test(uuid))) {
    report('', 'El folio fiscal a relacionar no es válido. Escriba sus 36 caracteres.');
  }
}

const isImporte = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value <= CENTAVOS_MAX;

function checkConcepto(concepto: ConceptoDocumento, report: Report): void {
  const { descripcion, importe, iva, cantidad, tratamiento } = concepto;
  const text = normalizeSpace(descripcion);
  const name = `El concepto «${[...text].slice(0, 60).join('')}»`;
  if (text === '') report('', 'Un concepto no tiene descripción.');
  const faults = [
    ['La descripción', faltaDeTexto(descripcion, 1000)],
    ['La unidad', faltaDeTexto(concepto.unidad, 20)],
    ['El número de identificación', faltaDeTexto(concepto.noIdentificacion, 100)],
  ] as const;
  for (const [what, fault] of faults) if (fault !== undefined) report('', `${what} de un concepto ${fault}.`);
  if (!/^\d{8}$/.test(concepto.claveProdServ)) {
    report(
      'CFDI40162',
      `${name} lleva la clave de producto «${concepto.claveProdServ}», que no es de 8 dígitos. Corríjala en Claves de producto o servicio.`,
    );
  }
  if (!/^[A-Z0-9]{1,3}$/.test(concepto.claveUnidad)) {
    report(
      'CFDI40165',
      `${name} lleva la clave de unidad «${concepto.claveUnidad}», que no existe. Corríjala en Claves de unidad.`,
    );
  }
  if (!isImporte(importe)) {
    report('CFDI40166', `${name} no tiene un importe mayor que cero. Quítelo de la factura.`);
    return;
  }
  let valid = true;
  try {
    cantidadMillonesimas(cantidad);
    valid = valorUnitarioMillonesimas(importe, cantidad) > 0n;
  } catch {
    valid = false;
  }
  if (!valid) report('CFDI40166', `${name} no tiene una cantidad y un precio unitario mayores que cero.`);
  if (isGravado(tratamiento) ? !ivaFits({ base: importe, iva }, tratamiento) : iva !== 0) {
    report('CFDI40180', `${name} lleva un IVA que no corresponde a su importe y a su tratamiento fiscal.`);
  }
}

function checkPago(documento: DocumentoIngreso, report: Report): void {
  const { formaPago, metodoPago } = documento;
  if (!FORMAS_PAGO.has(formaPago)) {
    report('CFDI40104', `La forma de pago «${formaPago}» no existe. Elija otra al crear la factura.`);
  } else if (metodoPago === 'PPD' && formaPago !== '99') {
    report(
      'CFDI40105',
      'Con el método de pago PPD, la forma de pago es 99 (Por definir). Elija 99, o PUE si ya está pagada.',
    );
  } else if (metodoPago === 'PUE' && formaPago === '99') {
    report(
      '',
      'Con el método de pago PUE, la forma de pago no puede ser 99 (Por definir). Elija con qué se pagó, o PPD.',
    );
  }
  if (documento.tipo === 'egreso' && metodoPago !== 'PUE') {
    report('', 'Una nota de crédito lleva el método de pago PUE.');
  }
  if (metodoPago !== 'PUE' && metodoPago !== 'PPD') {
    report('CFDI40124', `El método de pago «${String(metodoPago)}» no existe. Elija PUE o PPD.`);
  }
}

function checkGlobal(documento: DocumentoIngreso, ahora: string, report: Report): void {
  const { global, receptor, emisor, metodoPago } = documento;
  const publico = receptor.rfc === RFC_NACIONAL && normalizeSpace(receptor.nombre) === PUBLICO_EN_GENERAL;
  if (!global) {
    if (publico)
      report('CFDI40130', 'Una factura al público en general lleva la información global: su periodicidad, mes y año.');
    return;
  }
  if (!publico) {
    report('CFDI40130', `Sólo una factura a ${RFC_NACIONAL}, ${PUBLICO_EN_GENERAL}, lleva información global.`);
  }
  if (metodoPago !== 'PUE')
    report('', 'Una factura global se paga en una sola exhibición: elija el método de pago PUE.');
  const { periodicidad, meses, anio } = global;
  const bimestral = periodicidad === '05';
  if (!PERIODICIDADES.has(periodicidad)) {
    report('CFDI40131', `La periodicidad «${periodicidad}» no existe. Elija una de 01 a 05.`);
  } else if (bimestral && emisor.regimenFiscal !== '621') {
    report('CFDI40132', 'La periodicidad 05 (bimestral) es sólo de un emisor con régimen 621. Elija otra.');
  }
  if (!/^(0[1-9]|1[0-8])$/.test(meses)) {
    report('CFDI40133', `El mes «${meses}» de la factura global no existe.`);
  } else if (bimestral !== Number(meses) > 12) {
    report(
      bimestral ? 'CFDI40135' : 'CFDI40134',
      bimestral ? 'Con la periodicidad bimestral, el mes va de 13 a 18.' : 'El mes de la factura global va de 01 a 12.',
    );
  }
  const year = Number(ahora.slice(0, 4));
  if (!/^\d{4}$/.test(anio) || (Number(anio) !== year && Number(anio) !== year - 1)) {
    report('CFDI40136', `El año de la factura global es ${year} o ${year - 1}, no «${anio}».`);
  }
}

/** Whether what was paid is told by treatment: nothing is left out, and each has the VAT of its base. */
function partesFit({ partes, pagado }: DocumentoPagado): boolean {
  const told = Object.entries(partes);
  const fit = told.every(
    ([tratado, { base, iva }]) =>
      isTratamiento(tratado) && (isGravado(tratado) ? ivaFits({ base, iva }, tratado) : iva === 0) && isImporte(base),
  );
  return fit && told.reduce((sum, [, { base, iva }]) => sum + base + iva, 0) === pagado;
}

function checkComplemento(documento: DocumentoPago, ahora: string, report: Report): void {
  if (documento.pagos.length === 0) report('', 'El complemento no tiene ningún pago.');
  for (const pago of documento.pagos) {
    const fecha = localMs(pago.fecha);
    if (fecha === undefined) report('', `La fecha de pago «${pago.fecha}» no es válida.`);
    // The hour of a payment is not always known: what counts is its day.
    else if (pago.fecha.slice(0, 10) > ahora.slice(0, 10)) report('', 'La fecha de un pago está en el futuro.');
    if (!FORMAS_PAGO.has(pago.formaPago)) {
      report('CFDI40104', `La forma de pago «${pago.formaPago}» de un pago no existe.`);
    } else if (pago.formaPago === '99') {
      report('CRP20212', 'La forma de un pago no puede ser 99 (Por definir). Elija con qué se pagó.');
    }
    if (pago.documentos.length === 0) report('', 'Un pago no dice qué factura salda.');
    for (const docto of pago.documentos) {
      const name = `la factura ${[docto.serie, docto.folio].filter((part) => part !== '').join('-') || docto.uuid}`;
      if (!UUID.test(docto.uuid)) report('', `El folio fiscal de ${name} no es válido.`);
      if (!Number.isInteger(docto.parcialidad) || docto.parcialidad < 1 || docto.parcialidad > 999) {
        report('', `La parcialidad de ${name} va de 1 a 999.`);
      }
      if (!isImporte(docto.saldoAnterior)) report('CRP20239', `El saldo anterior de ${name} debe ser mayor que cero.`);
      if (!isImporte(docto.pagado)) report('CRP20241', `Lo pagado de ${name} debe ser mayor que cero.`);
      else if (docto.pagado > docto.saldoAnterior)
        report('CRP20244', `Lo pagado de ${name} es más que su saldo anterior.`);
      if (!partesFit(docto)) report('', `El IVA de lo pagado de ${name} no corresponde a su monto.`);
      for (const value of [docto.serie, docto.folio]) {
        if (faltaDeTexto(value, 40) !== undefined) report('', `La serie o el folio de ${name} no es válido.`);
      }
    }
  }
}

/**
 * Everything that the tax authority would reject in a document; none: it may be sealed.
 * @param ahora local to the place of issue: 'YYYY-MM-DDTHH:mm:ss'
 */
export function fallasOf(documento: Documento, { ahora }: { ahora: string }): FallaFiscal[] {
  const fallas: FallaFiscal[] = [];
  const report: Report = (codigo, mensaje) => {
    // The same words about two concepts are one thing to correct.
    if (!fallas.some((falla) => falla.mensaje === mensaje)) fallas.push({ codigo, mensaje });
  };
  checkFecha(documento, ahora, report);
  checkFolio(documento, report);
  checkEmisor(documento, report);
  checkReceptor(documento, report);
  checkRelacion(documento, report);
  if (documento.tipo === 'pago') {
    checkComplemento(documento, ahora, report);
    return fallas;
  }
  checkPago(documento, report);
  checkGlobal(documento, ahora, report);
  if (documento.conceptos.length === 0) report('', 'La factura no tiene conceptos.');
  for (const concepto of documento.conceptos) checkConcepto(concepto, report);
  return fallas;
}
