/** Proofs as Banco de México gives them, for tests and the demo. */
import { createSign, type KeyObject } from 'node:crypto';

export interface CepDePrueba {
  fecha?: string;
  importe?: string;
  rastreo?: string;
  /** The account that was paid into. */
  cuenta?: string;
  ordenante?: string;
  certificado?: string;
  /** What seals it; without one the seal is of nobody. */
  llave?: KeyObject;
}

const NOBODY = Buffer.from('sello de nadie, con el largo de uno de verdad para que se lea').toString('base64');

export function cepDePrueba(cep: CepDePrueba = {}): string {
  const { fecha = '2026-11-20', importe = '1850.00', rastreo = 'MBAN01002611200081234567', cuenta = '' } = cep;
  const { ordenante = 'ROSA DIAZ LUNA', certificado = '00001000000504465028', llave } = cep;
  const [year, month, day] = fecha.split('-');
  const dia = `${day}${month}${year}`;
  const cadena = `||1|${dia}|${dia}|101500|40012|BBVA MEXICO|${ordenante}|40|012180001234567895|ND|STP|COMUNIDAD|40|${cuenta}|ND|CUOTA|0.00|${importe}|${certificado}||`;
  const sello = llave
    ? createSign('sha256').update(cadena, 'utf8').sign(llave, 'base64')
    : `${NOBODY}${Buffer.from(rastreo).toString('base64')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<SPEI_Tercero FechaOperacion="${fecha}" Hora="10:15:00" ClaveSPEI="40012" sello="${sello.replaceAll('=', '')}" numeroCertificado="${certificado}" cadenaCDA="${cadena}" claveRastreo="${rastreo}">
  <Beneficiario BancoReceptor="STP" Nombre="COMUNIDAD" TipoCuenta="40" Cuenta="${cuenta}" RFC="ND" Concepto="CUOTA" IVA="0.00" MontoPago="${importe}"/>
  <Ordenante BancoEmisor="BBVA MEXICO" Nombre="${ordenante}" TipoCuenta="40" Cuenta="012180001234567895" RFC="ND"/>
</SPEI_Tercero>
`;
}
