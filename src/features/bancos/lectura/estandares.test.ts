/** What the two standards allow beyond what tests write: pages, reversals, batches, versions, ways to tell the details. */
import { describe, expect, it, test } from 'vitest';
import type { Lectura } from './estado.ts';
import { leerEstado } from './leer.ts';

const leer = (texto: string): Promise<Lectura> => leerEstado(new TextEncoder().encode(texto));

async function leido(texto: string) {
  const lectura = await leer(texto);
  if ('rechazo' in lectura) throw new Error(lectura.fallas.map(({ mensaje }) => mensaje).join('\n'));
  return lectura.estado;
}
const rechazo = async (texto: string): Promise<string> => {
  const lectura = await leer(texto);
  return 'rechazo' in lectura ? lectura.fallas.map(({ mensaje }) => mensaje).join('\n') : '';
};

const mensaje = (...lineas: string[]): string =>
  [':20:REF1', ':25:BANKMXMM/012180001138317601MXN', ':28C:7/1', ...lineas, '-'].join('\n');
const INICIAL = ':60F:C260301MXN1000,00';

describe('MT940', () => {
  it('reads marks of reversals, days of another year, and details in each way', async () => {
    const [estado] = await leido(
      mensaje(
        ':60F:C251231MXN1000,00',
        ':61:2512310102C250,5NTRFREFCLIENTE//REFBANCO1',
        ':86:051?00TRANSFERENCIA?20EREF+MBAN010026010200000012?21SVWZ+PAGO DE MANTENIMIENTO D?22EL LOTE 12?30012?31012180001138317601?32ANA?33 RIOS',
        ':61:260102RC100,NRTINONREF//REFBANCO2',
        ':86:/RTRN/AC01/ORDP/ANA RIOS/REMI/DEVOLUCION SPEI',
        ':61:260102    DN0,50MCOM',
        'COMISION POR MANEJO',
        ':61:260103RD10,00NMSC//X',
        ':86:CARGO DEVUELTO',
        'POR EL BANCO',
        ':62F:C260103MXN1160,00',
        ':64:C260103MXN1160,00',
        ':86:informacion del estado',
      ),
    );
    expect(estado).toMatchObject({
      cuenta: '012180001138317601',
      desde: '2025-12-31',
      hasta: '2026-01-03',
      saldoInicial: 1_000_00,
      saldoFinal: 1_160_00,
    });
    expect(estado?.movimientos).toMatchObject([
      {
        fila: 5,
        fecha: '2026-01-02',
        valor: '2025-12-31',
        importe: 250_50,
        referencia: 'REFBANCO1',
        rastreo: 'MBAN010026010200000012',
        ordenante: { nombre: 'ANA RIOS', cuenta: '012180001138317601' },
        concepto: 'TRANSFERENCIA EREF+MBAN010026010200000012 SVWZ+PAGO DE MANTENIMIENTO DEL LOTE 12',
        devolucion: false,
      },
      { importe: -100_00, referencia: 'REFBANCO2', ordenante: { nombre: 'ANA RIOS' }, devolucion: true },
      { importe: -50, concepto: 'COMISION POR MANEJO', referencia: '' },
      { importe: 10_00, concepto: 'CARGO DEVUELTO POR EL BANCO', devolucion: true },
    ]);
  });

  it('joins the pages of a statement, and keeps days of one file apart, also within blocks of the network', async () => {
    const texto = [
      '{1:F01BANKMXMMAXXX0000000000}{2:I940CLIENTXXXXXXN}{4:',
      mensaje(INICIAL, ':61:260301C10,00NTRF//A', ':62M:C260301MXN1010,00').replace(/-$/, '-}'),
      '{1:F01BANKMXMMAXXX0000000000}{2:I940CLIENTXXXXXXN}{4:',
      mensaje(':60M:C260301MXN1010,00', ':61:260301C5,00NTRF//B', ':62F:C260301MXN1015,00').replace(/-$/, '-}'),
      mensaje(':60F:C260301MXN1015,00', ':61:260302D15,00NTRF//C', ':62F:C260302MXN1000,00'),
    ].join('\r\n');
    expect(await leido(texto)).toMatchObject([
      { saldoInicial: 1_000_00, saldoFinal: 1_015_00, movimientos: [{ referencia: 'A' }, { referencia: 'B' }] },
      { saldoInicial: 1_015_00, saldoFinal: 1_000_00, movimientos: [{ referencia: 'C' }] },
    ]);
  });

  const UNO = [INICIAL, ':61:260301C10,00NTRF//A', ':62F:C260301MXN1010,00'];
  test.each<[string, string, RegExp]>([
    [
      'a balance that does not add up',
      mensaje(...UNO.with(2, ':62F:C260301MXN1011,00')),
      /saldo inicial de \$1,000\.00 .* \$1,010\.00, .* \$1,011\.00: falta o sobra/,
    ],
    [
      'no closing balance',
      mensaje(...UNO.slice(0, 2)),
      /^Fila 4: .* no tiene su saldo final: .* cortado\. Descárguelo/,
    ],
    ['no opening balance', mensaje(...UNO.slice(1)), /^Fila 4: .*antes del saldo inicial/],
    ['a page that is missing', mensaje(':60M:C260301MXN1000,00', ...UNO.slice(1)), /^Fila 4: falta la primera página/],
    [
      'pages that do not follow',
      mensaje(...UNO.slice(0, 2), ':62M:C260301MXN1010,00', ':60M:C260301MXN1020,00', ':62F:C260301MXN1020,00'),
      /^Fila 7: la página no empieza/,
    ],
    [
      'an amount that is none',
      mensaje(...UNO.with(1, ':61:260301C10.00NTRF//A')),
      /^Fila 5: el movimiento «260301C10\.00NTRF\/\/A» no se puede leer\. Descárguelo/,
    ],
    [
      'a day that no calendar has',
      mensaje(...UNO.with(1, ':61:260230C10,00NTRF//A')),
      /^Fila 5: .* fecha que no existe/,
    ],
    ['another currency', mensaje(...UNO).replaceAll('MXN', 'USD'), /está en «USD» y sólo se leen cuentas en pesos/],
    ['two currencies', mensaje(...UNO.with(2, ':62F:C260301EUR1010,00')), /^Fila 6: está en «EUR»/],
    ['the same twice', `${mensaje(...UNO)}\n${mensaje(...UNO)}`, /del 2026-03-01 al 2026-03-01 está dos veces/],
    [
      'a gap between two days',
      `${mensaje(...UNO)}\n${mensaje(':60F:C260302MXN1500,00', ':62F:C260302MXN1500,00')}`,
      /terminó con \$1,010\.00 y .* empieza con \$1,500\.00: faltan movimientos/,
    ],
    ['an MT942', mensaje(':34F:MXND0,00', ':13D:2603011200+0000'), /MT942, .* Pida al banco el estado de cuenta MT940/],
    ['a field without an end', mensaje(INICIAL, ':61:260301C10,00NTRF', `:86:${'x\n'.repeat(60)}`), /:86: no termina/],
  ])('refuses %s', async (_, texto, dicho) => {
    expect(await rechazo(texto)).toMatch(dicho);
  });
});

const documento = (contenido: string): string =>
  `<?xml version="1.0"?><ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt>${contenido.replaceAll('</', '</ns:').replace(/<(?=[A-Z])/g, '<ns:')}</ns:BkToCstmrStmt></ns:Document>`;
const saldo = (clase: string, monto: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${clase}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${monto}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-01</Dt></Dt></Bal>`;
const entrada = (monto: string, mas: string, sentido = 'CRDT', estado = '<Sts><Cd>BOOK</Cd></Sts>'): string =>
  `<Ntry><Amt Ccy="MXN">${monto}</Amt><CdtDbtInd>${sentido}</CdtDbtInd>${estado}<BookgDt><DtTm>2026-03-01T23:30:00-06:00</DtTm></BookgDt><ValDt><Dt>2026-03-02</Dt></ValDt><AcctSvcrRef>ASIENTO</AcctSvcrRef>${mas}</Ntry>`;
const pago = (monto: string, ref: string, mas = ''): string =>
  `<TxDtls><Refs><AcctSvcrRef>${ref}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="MXN">${monto}</Amt></TxAmt></AmtDtls>${mas}</TxDtls>`;
const estado = (final: string, ...entradas: string[]): string =>
  `<Stmt><Id>1</Id><FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt><Acct><Id><Othr><Id>0123</Id></Othr></Id></Acct>${saldo('PRCD', '100.00')}${saldo('CLBD', final)}${entradas.join('')}</Stmt>`;

describe('camt.053', () => {
  it('reads a later version with prefixes: what stands elsewhere there, and what is only expected', async () => {
    const partes =
      '<RltdPties><Dbtr><Pty><Nm>ANA RIOS</Nm><Id><PrvtId><Othr><Id>RIAA800101AB1</Id></Othr></PrvtId></Id></Pty></Dbtr><DbtrAcct><Id><IBAN>MX00X</IBAN></Id></DbtrAcct></RltdPties>';
    const remesa =
      '<RmtInf><Ustrd>MANTTO &amp; AGUA</Ustrd><Strd><CdtrRefInf><Ref>00012497</Ref></CdtrRefInf></Strd></RmtInf>';
    const [leida] = await leido(
      documento(
        estado(
          '120.00',
          entrada('30.00', `<NtryDtls>${pago('30.00', 'PAGO', partes + remesa)}</NtryDtls>`),
          entrada('999.00', '', 'CRDT', '<Sts><Cd>PDNG</Cd></Sts>'),
          entrada('10.00', '<AddtlNtryInf><![CDATA[COMISION]]></AddtlNtryInf>', 'DBIT'),
        ),
      ),
    );
    expect(leida).toMatchObject({
      cuenta: '0123',
      desde: '2026-03-01',
      hasta: '2026-03-31',
      saldoInicial: 100_00,
      saldoFinal: 120_00,
    });
    expect(leida?.movimientos).toMatchObject([
      {
        fila: 1,
        fecha: '2026-03-01',
        valor: '2026-03-02',
        importe: 30_00,
        concepto: 'MANTTO & AGUA 00012497',
        referencia: 'PAGO',
        rastreo: '',
        ordenante: { nombre: 'ANA RIOS', cuenta: 'MX00X', rfc: 'RIAA800101AB1' },
      },
      { fila: 3, importe: -10_00, concepto: 'COMISION', referencia: 'ASIENTO' },
    ]);
  });

  it('makes of a batch its payments where they add up, else one line', async () => {
    const lote = (segundo: string) =>
      `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${pago('10.00', 'A')}${pago(segundo, 'B')}</NtryDtls>`;
    const [completo] = await leido(documento(estado('130.00', entrada('30.00', lote('20.00')))));
    expect(completo?.movimientos).toMatchObject([
      { fila: 1, importe: 10_00, referencia: 'A' },
      { fila: 1, importe: 20_00, referencia: 'B' },
    ]);
    const [incompleto] = await leido(documento(estado('130.00', entrada('30.00', lote('19.00')))));
    expect(incompleto?.movimientos).toMatchObject([{ importe: 30_00, referencia: 'ASIENTO' }]);
  });

  it('knows reversals and returned transfers', async () => {
    const [leida] = await leido(
      documento(
        estado(
          '100.00',
          entrada('10.00', '<RvslInd>true</RvslInd>', 'DBIT'),
          entrada('10.00', `<NtryDtls>${pago('10.00', 'A', '<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf>')}</NtryDtls>`),
        ),
      ),
    );
    expect(leida?.movimientos).toMatchObject([
      { importe: -10_00, devolucion: true },
      { importe: 10_00, devolucion: true },
    ]);
  });

  test.each<[string, string, RegExp]>([
    [
      'a balance that does not add up',
      documento(estado('110.00', entrada('30.00', ''))),
      /saldo inicial de \$100\.00 .* \$130\.00, .* \$110\.00/,
    ],
    [
      'an amount that is none',
      documento(estado('130.00', entrada('30,00', ''))),
      /^Movimiento 1: el importe «30,00» no es un monto\. Descárguelo/,
    ],
    [
      'an entry without its direction',
      documento(estado('130.00', entrada('30.00', '', 'X'))),
      /^Movimiento 1: no dice si es cargo o abono/,
    ],
    [
      'a day that no calendar has',
      documento(estado('130.00', entrada('30.00', '')))
        .replace('2026-03-01T23', '2026-02-30T23')
        .replace('2026-03-02', '2026-13-01'),
      /^Movimiento 1: no tiene una fecha que exista/,
    ],
    [
      'another currency',
      documento(estado('130.00', entrada('30.00', ''))).replaceAll('MXN', 'USD'),
      /^La cuenta está en «USD» y sólo [^.]*\. Elija el archivo de otra cuenta$/,
    ],
    [
      'the same twice',
      documento(estado('130.00', entrada('30.00', '')).repeat(2)),
      /«?0123»? del 2026-03-01 al 2026-03-31 está dos veces/,
    ],
    ['a statement without an end', documento(estado('130.00', entrada('30.00', ''))).slice(0, -60), /cortado o dañado/],
  ])('refuses %s', async (_, texto, dicho) => {
    expect(await rechazo(texto)).toMatch(dicho);
  });
});
