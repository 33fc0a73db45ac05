/** Statements written as banks send them, for tests and measures: invented, in the four ways that are most used. */
import { type Centavos, toPesos } from '#core/money.ts';
import { formatMoney } from '#ui/format.ts';
import type { EstadoDeCuenta, Movimiento } from './estado.ts';

type Escrito = Pick<EstadoDeCuenta, 'cuenta' | 'movimientos'> & { saldoInicial: Centavos };

const decimal = (centavos: Centavos): string => toPesos(Math.abs(centavos)).toFixed(2);
const conMiles = (centavos: Centavos): string => formatMoney(toPesos(centavos)).replace('$', '');
const dma = (fecha: string, entre: string): string => fecha.split('-').reverse().join(entre);
const csv = (texto: string): string => (/[",\n]/.test(texto) ? `"${texto.replaceAll('"', '""')}"` : texto);

/** The balance after each line. */
function saldosDe({ movimientos, saldoInicial }: Escrito): Centavos[] {
  let saldo = saldoInicial;
  return movimientos.map(({ importe }) => {
    saldo += importe;
    return saldo;
  });
}
const finalDe = (escrito: Escrito): Centavos => saldosDe(escrito).at(-1) ?? escrito.saldoInicial;

const xml = (texto: string): string => texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const con = (nombre: string, contenido: string): string =>
  contenido === '' ? '' : `<${nombre}>${contenido}</${nombre}>`;
const sentido = (centavos: Centavos): string => con('CdtDbtInd', centavos < 0 ? 'DBIT' : 'CRDT');
const monto = (centavos: Centavos): string => `<Amt Ccy="MXN">${decimal(centavos)}</Amt>`;

function asiento({ importe, fecha, valor, devolucion, referencia, rastreo, concepto, ordenante }: Movimiento): string {
  const lado = importe < 0 ? 'Cdtr' : 'Dbtr';
  const partes =
    con(lado, con('Nm', xml(ordenante.nombre)) + con('Id', con('OrgId', con('Othr', con('Id', xml(ordenante.rfc)))))) +
    con(`${lado}Acct`, con('Id', con('Othr', con('Id', xml(ordenante.cuenta)))));
  return con(
    'Ntry',
    monto(importe) +
      sentido(importe) +
      con('RvslInd', devolucion ? 'true' : '') +
      con('Sts', 'BOOK') +
      con('BookgDt', con('Dt', fecha)) +
      con('ValDt', con('Dt', valor)) +
      con(
        'NtryDtls',
        con(
          'TxDtls',
          con('Refs', con('AcctSvcrRef', xml(referencia)) + con('TxId', xml(rastreo))) +
            con('RltdPties', partes) +
            con('RmtInf', con('Ustrd', xml(concepto))),
        ),
      ),
  );
}

export function enCamt053(escrito: Escrito, version = '02'): string {
  const saldo = (clase: string, centavos: Centavos): string =>
    con('Bal', con('Tp', con('CdOrPrtry', con('Cd', clase))) + monto(centavos) + sentido(centavos));
  const estado =
    con('Acct', `${con('Id', con('Othr', con('Id', escrito.cuenta)))}<Ccy>MXN</Ccy>`) +
    saldo('OPBD', escrito.saldoInicial) +
    saldo('CLBD', finalDe(escrito)) +
    escrito.movimientos.map(asiento).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">${con('BkToCstmrStmt', con('Stmt', estado))}</Document>`;
}

const aammdd = (fecha: string): string => fecha.slice(2).replaceAll('-', '');

export function enMt940(escrito: Escrito): string {
  const saldo = (campo: string, centavos: Centavos, fecha: string): string =>
    `:${campo}:${centavos < 0 ? 'D' : 'C'}${aammdd(fecha)}MXN${decimal(centavos).replace('.', ',')}`;
  const { movimientos } = escrito;
  const [primero, ultimo] = [movimientos[0]?.fecha ?? '2026-01-01', movimientos.at(-1)?.fecha ?? '2026-01-31'];
  return [
    ':20:EDOCTA',
    `:25:${escrito.cuenta}`,
    ':28C:1/1',
    saldo('60F', escrito.saldoInicial, primero),
    ...movimientos.flatMap(({ fecha, valor, importe, devolucion, referencia, rastreo, concepto, ordenante }) => {
      const marca = devolucion ? (importe < 0 ? 'RC' : 'RD') : importe < 0 ? 'D' : 'C';
      const detalle = `/EREF/${rastreo}/ORDP/${ordenante.nombre}/ACCT/${ordenante.cuenta}/REMI/${concepto}`;
      return [
        `:61:${aammdd(valor)}${aammdd(fecha).slice(2)}${marca}${decimal(importe).replace('.', ',')}NTRFNONREF//${referencia}`,
        `:86:${detalle.match(/.{1,65}/gu)?.join('\r\n') ?? ''}`,
      ];
    }),
    saldo('62F', finalDe(escrito), ultimo),
    '-',
    '',
  ].join('\r\n');
}

const SANTANDER =
  'Cuenta,Fecha,Hora,Sucursal,Descripcion,Cargo/Abono,Importe,Saldo,Referencia,Concepto,Banco Participante,Clabe Beneficiario,Nombre Beneficiario,Cta Ordenante,Nombre Ordenante,Codigo Devolucion,Causa Devolucion,RFC Beneficiario,RFC Ordenante,Clave de Rastreo,Descripcion Larga';

export function enSantander(escrito: Escrito): string {
  const saldos = saldosDe(escrito);
  const filas = escrito.movimientos.map(
    ({ fecha, importe, referencia, concepto, rastreo, devolucion, ordenante }, i) => {
      const { nombre, cuenta, rfc } = ordenante;
      const [beneficiario, pagador] = importe < 0 ? [ordenante, undefined] : [undefined, ordenante];
      return [
        ...[
          `'${escrito.cuenta}`,
          `'${dma(fecha, '')}'`,
          '09:30',
          "'0981'",
          '',
          importe < 0 ? '-' : '+',
          decimal(importe),
        ],
        ...[`${toPesos(saldos[i] ?? 0).toFixed(2)}`, referencia, concepto, 'BANCO'],
        ...[beneficiario ? `'${cuenta}  '` : '', beneficiario ? nombre : '', pagador ? `'${cuenta}  '` : ''],
        ...[
          pagador ? nombre : '',
          devolucion ? '01' : '',
          '',
          beneficiario ? rfc : '',
          pagador ? rfc : '',
          rastreo,
          '',
        ],
      ]
        .map(csv)
        .join(',');
    },
  );
  return [SANTANDER, ...filas].join('\n');
}

/** The newest first, as it comes from the bank's page. */
export function enBbva(escrito: Escrito): string {
  const saldos = saldosDe(escrito);
  const filas = escrito.movimientos.map(({ fecha, importe, referencia, concepto }, i) => {
    const cargo = importe < 0 ? conMiles(-importe) : '';
    return [
      dma(fecha, '-'),
      `${concepto}/${referencia}`,
      cargo,
      cargo ? '' : conMiles(importe),
      conMiles(saldos[i] ?? 0),
    ];
  });
  return [['Día', 'Concepto / Referencia', 'cargo', 'Abono', 'Saldo'], ...filas.reverse()]
    .map((fila) => fila.join('\t'))
    .join('\r\n');
}
