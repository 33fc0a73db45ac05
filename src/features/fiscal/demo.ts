/**
 * How the demo community invoices: its issuer, control and default receiver, the treatment of its charges, and tax data for a
 * part of its lots, some with a card. Deterministic, but for what sealing makes of a number. Everything is made up; the card
 * numbers are those that networks publish for tests.
 */
import { type Insertable, sql } from 'kysely';
import { isMoral } from '#cfdi/catalogos.ts';
import { tieneRegimenCapital } from '#cfdi/validate.ts';
import type { Fecha } from '#core/fecha.ts';
import type { DatosFiscales } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import type { Secrets } from '#platform/server/secrets.ts';

const DOMICILIO = {
  ciudad: 'Santiago de Querétaro',
  municipio: 'Querétaro',
  estado: 'Querétaro',
  pais: 'México',
} as const;

const EMISOR = {
  compania: 'LOS ENCINOS RESIDENCIAL',
  direccion: 'Paseo de los Encinos',
  numero_ext: '1',
  colonia: 'Los Encinos',
  ...DOMICILIO,
  codigo_postal: '76230',
  rfc: 'ERE150312KJ4',
  email: 'facturacion@losencinos.example',
  regimen_fiscal: '603',
  serie: 'A',
  numero_aprobacion: '1',
  anio_aprobacion: '2015',
  numero_certificado: 'Sin certificado',
  contacto_tipo: 'Administración',
  contacto_nombre: 'Rosa Elena Ibáñez Cantú',
  contacto_email: 'administracion@losencinos.example',
  contacto_telefono: '4421234567',
};

/** Of every seven lots, in turn: a person's regime with a use that goes with it. */
const FISICAS = [
  ['612', 'G03'],
  ['605', 'S01'],
  ['626', 'G03'],
  ['606', 'G03'],
  ['612', 'S01'],
  ['605', 'S01'],
  ['616', 'S01'],
] as const;
const MORALES = [
  ['601', 'G03'],
  ['626', 'G03'],
  ['603', 'G03'],
] as const;

const TARJETAS = [
  { numero: '4111-1111-1111-1111', tarjeta: 'visa_mastercard', tipo: 'credito' },
  { numero: '5555-5555-5555-4444', tarjeta: 'visa_mastercard', tipo: 'credito' },
  { numero: '3782-8224-6310-005', tarjeta: 'american_express', tipo: 'credito' },
  { numero: '4012-8888-8888-1881', tarjeta: 'visa_mastercard', tipo: 'debito' },
] as const;

const HOMOCLAVE = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ';
const two = (n: number): string => String(n).padStart(2, '0');

/** In upper case, as the authority writes names; a company's without its capital regime. */
function fiscalName(name: string): string {
  const whole = name.toUpperCase();
  const bare = whole.replace(/,\s*S\.A\..*$/, '');
  return tieneRegimenCapital(whole) ? bare : whole;
}

/** Letters A to Z only; Ñ counts as X, as the authority has it. */
const letters = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll('Ñ', 'X')
    .normalize('NFD')
    .replace(/[^A-Z ]/g, '')
    .trim();

/** An RFC of the right shape for a name, always the same for the same lot. It is nobody's. */
function rfcOf(name: string, loteId: number, moral: boolean): string {
  const words = letters(name)
    .split(' ')
    .filter((word) => word.length > 2);
  const at = (index: number) => words.at(index) ?? 'XXXX';
  const initials = moral ? `${at(0)[0]}${at(1)[0]}${at(2)[0]}` : `${at(-2).slice(0, 2)}${at(-1)[0]}${at(0)[0]}`;
  const date = `${two(moral ? 5 + (loteId % 18) : 55 + (loteId % 45))}${two(1 + (loteId % 12))}${two(1 + (loteId % 28))}`;
  const sign = (salt: number) => HOMOCLAVE[(loteId * salt) % HOMOCLAVE.length];
  return `${initials.padEnd(moral ? 3 : 4, 'X')}${date}${sign(7)}${sign(11)}${loteId % 10}`;
}

interface LoteRow {
  id: number;
  calle: string;
  asociado: string;
  recurrente: boolean;
  correo: string | null;
}

/** The delivered lots with their associate, in the order of their ids. */
const deliveredLotes = (tx: Tx) =>
  rowsFrom(tx)<LoteRow>`
    SELECT l.id, l.calle, r.name AS asociado, l.is_recurrente AS recurrente,
      (SELECT c.correo FROM correo_electronico c WHERE c.residente_id = r.id ORDER BY c.facturar DESC, c.id LIMIT 1) AS correo
    FROM lote l
    JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active
    JOIN residente r ON r.id = t.residente_id
    WHERE l.status = 'entregado'
    ORDER BY l.id`;

/** Ids of catalogue rows by the authority's codes. */
async function idsOf(tx: Tx, table: string, column: string): Promise<(code: string) => number> {
  const { rows } = await sql<{ id: number; code: string }>`
    SELECT id, ${sql.ref(column)} AS code FROM ${sql.table(table)}`.execute(tx);
  const ids = new Map(rows.map(({ id, code }) => [code, id]));
  return (code) => {
    const id = ids.get(code);
    if (id === undefined) throw new Error(`the demo needs ${code} in ${table}`);
    return id;
  };
}

const CHUNK_ROWS = 500;

interface Card {
  datosFiscalesId: number;
  nombre: string;
}

/** The catalogues that tax data are chosen from. */
async function cataloguesOf(tx: Tx) {
  return {
    regimen: await idsOf(tx, 'regimen_fiscal', 'clave'),
    uso: await idsOf(tx, 'uso_cfdi', 'uso_cfdi'),
    metodo: await idsOf(tx, 'metodo_pago_cfdi', 'metodo_pago'),
    forma: await idsOf(tx, 'forma_pago_cfdi', 'forma_pago'),
    unidad: await idsOf(tx, 'clave_unidad_cfdi', 'clave_unidad'),
    producto: await idsOf(tx, 'clave_producto_servicio', 'clave_produccion_servicio'),
    documento: await idsOf(tx, 'tipo_documento', 'name'),
    pago: await idsOf(tx, 'metodo_pago', 'name'),
  };
}

type Catalogues = Awaited<ReturnType<typeof cataloguesOf>>;

/** What all tax data of the demo have alike. */
function commonOf({ metodo, forma, unidad, producto, documento }: Catalogues, since: Date) {
  return {
    metodo_pago_cfdi_id: metodo('PUE'),
    forma_pago_cfdi_id: forma('03'),
    tipo_documento_id: documento('Factura'),
    clave_unidad_cfdi_id: unidad('E48'),
    clave_producto_servicio_id: producto('80131801'),
    updated_at: since,
  };
}

type Datos = Insertable<DatosFiscales> & { recurrente: boolean; asociado: string };

/** The tax data of the lots that have some. */
function datosOf(lotes: readonly LoteRow[], catalogues: Catalogues, since: Date): Datos[] {
  const { regimen, uso, metodo, forma, pago } = catalogues;
  const common = commonOf(catalogues, since);
  const withData: Datos[] = [];
  lotes.forEach((lote, n) => {
    // A company wants invoices; of the others every third, and whoever is charged to a card.
    const company = tieneRegimenCapital(lote.asociado.toUpperCase());
    if (!company && !lote.recurrente && n % 3 !== 0) return;
    const nombre = fiscalName(lote.asociado);
    const rfc = rfcOf(nombre, lote.id, company);
    const choices = isMoral(rfc) ? MORALES : FISICAS;
    const [clave, use] = choices[withData.length % choices.length] ?? FISICAS[0];
    withData.push({
      ...common,
      lote_id: lote.id,
      razon_social: nombre,
      rfc,
      cuenta: String(1000 + ((lote.id * 7919) % 9000)),
      email: lote.correo ?? '',
      domicilio: lote.calle.replace(/ \d+$/, ''),
      numero_exterior: /\d+$/.exec(lote.calle)?.[0] ?? 'S/N',
      colonia: EMISOR.colonia,
      ...DOMICILIO,
      codigo_postal: ['76230', '76146', '76100', '76900'][lote.id % 4] ?? '76230',
      uso_cfdi_id: uso(use),
      regimen_fiscal_id: regimen(clave),
      // Companies pay later: their charges are invoiced before.
      ...(isMoral(rfc) && { metodo_pago_cfdi_id: metodo('PPD'), forma_pago_cfdi_id: forma('99') }),
      metodo_pago_id: pago(lote.recurrente ? 'Tarjeta de crédito - Web Transfer' : 'Transferencia'),
      created_at: since,
      recurrente: lote.recurrente,
      asociado: lote.asociado,
    });
  });
  return withData;
}

/** Keeps them; the cards of those that are charged to one. */
async function insertDatos(tx: Tx, withData: readonly Datos[]): Promise<Card[]> {
  const cards: Card[] = [];
  for (let at = 0; at < withData.length; at += CHUNK_ROWS) {
    const chunk = withData.slice(at, at + CHUNK_ROWS);
    const rows = await tx
      .insertInto('datos_fiscales')
      .values(chunk.map(({ recurrente: _recurrente, asociado: _asociado, ...row }) => row))
      .returning(['id', 'lote_id'])
      .execute();
    const ids = new Map(rows.map(({ id, lote_id }) => [lote_id, id]));
    for (const { lote_id, recurrente, razon_social } of chunk) {
      const datosFiscalesId = ids.get(Number(lote_id));
      if (recurrente && datosFiscalesId !== undefined) cards.push({ datosFiscalesId, nombre: razon_social });
    }
  }
  return cards;
}

/** After the register and before the ledger. Without `secrets` nobody has a card. */
export async function loadFiscalDemo(
  tx: Tx,
  { hoy, secrets }: { hoy: Fecha; secrets?: Secrets | undefined },
): Promise<void> {
  const catalogues = await cataloguesOf(tx);
  const { uso, regimen } = catalogues;
  const since = new Date(Date.parse(`${hoy}T18:00:00Z`) - 300 * 86_400_000);

  await tx
    .insertInto('emisor')
    .values({ ...EMISOR, updated_at: since })
    .execute();
  await tx.insertInto('serie_folio').values({ serie: EMISOR.serie }).execute();
  await tx
    .insertInto('control_factura')
    .values({ email: 'facturas@losencinos.example', email_secondary: 'contador@losencinos.example', updated_at: since })
    .execute();
  await tx
    .insertInto('receptor_datos_fiscales')
    .values({
      ...commonOf(catalogues, since),
      rfc: 'XAXX010101000',
      uso_cfdi_id: uso('S01'),
      regimen_fiscal_id: regimen('616'),
    })
    .execute();
  await tx
    .updateTable('tratamiento_fiscal')
    .set({
      usuario_id: (eb) => eb.selectFrom('usuario').select('id').where('username', '=', 'director'),
      confirmado_at: since,
    })
    .execute();

  const cards = await insertDatos(tx, datosOf(await deliveredLotes(tx), catalogues, since));
  if (secrets) await loadCards(tx, secrets, cards, since);
}

async function loadCards(tx: Tx, secrets: Secrets, cards: readonly Card[], since: Date): Promise<void> {
  const bancos = await tx.selectFrom('banco').select('id').orderBy('id').execute();
  for (const [n, { datosFiscalesId, nombre }] of cards.entries()) {
    const card = TARJETAS[n % TARJETAS.length] ?? TARJETAS[0];
    await tx
      .insertInto('tarjeta')
      .values({
        datos_fiscales_id: datosFiscalesId,
        nombre: nombre.slice(0, 100),
        numero: await secrets.seal(tx, 'tarjeta', card.numero.replaceAll('-', '')),
        ultimos: card.numero.slice(15),
        fecha_vencimiento: `${two(1 + (n % 12))}/${two(28 + (n % 4))}`,
        tarjeta: card.tarjeta,
        tipo: card.tipo,
        banco_id: bancos[n % bancos.length]?.id ?? 1,
        updated_at: since,
      })
      .execute();
  }
}
