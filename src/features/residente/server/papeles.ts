/** A lot's papers for its resident: the account, receipts, and invoices with their XML. */
import { listRecibos, signRecibos } from '#libro/server/recibo.ts';
import { type Before, type Preparer, type Reading, type Registration, register } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import { type Drawn, drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { formatFechaHora } from '#ui/format.ts';
import { papelesContract } from '../contract.ts';
import { SIN_CUENTA } from '../rules.ts';
import type { Lecturas } from './lecturas.ts';
import { tramoPropio } from './pantallas-cuenta.ts';
import { isOwn } from './repository-cuenta.ts';

/** What is drawn outside of a transaction, of what was read in one. */
const drawn = async (before: Before, read: (reading: Reading) => Promise<Drawing>): Promise<Drawn> =>
  pdfThread.draw(await before.read(read));

const drawing = drawingsOf<typeof import('../pdf.ts')>(new URL('../pdf.ts', import.meta.url));

/** Papers of before the lot was its owner's name somebody else. */
async function refuseOthers({ tx }: Reading, table: 'recibo' | 'factura', id: number): Promise<void> {
  if (!(await isOwn(tx, table, id))) throw new NotFound('No existe ese documento');
}

async function dibujoDeRecibo(reading: Reading, id: number, before: Before): Promise<Drawing> {
  await refuseOthers(reading, 'recibo', id);
  const leidos = await listRecibos(reading.tx, [id]);
  // The resident's own transaction may read no key.
  const [recibo] = await before.separately((tx) => signRecibos(tx, before, leidos));
  if (!recibo) throw new NotFound('No existe ese recibo');
  const membrete = await findMembrete(reading.tx, reading.community);
  const impreso = formatFechaHora(reading.clock.now().toISOString());
  return drawing('reciboPdf', recibo, reading.today(), { ...membrete, impreso });
}

const asFile = ({ name, content }: Drawn) => ({ name, content });

type Paper<K extends 'cuentaPdf' | 'reciboPdf' | 'facturaPdf'> = Preparer<(typeof papelesContract)[K], Drawn>;

/** The papers, each drawn before its answer. */
function papersOf(lecturas: Lecturas) {
  const cuentaPdf: Paper<'cuentaPdf'> = ({ query, before }) => {
    const { loteId, veCuenta } = before.resident;
    // By views that show nothing it would be signed that nothing is owed.
    if (!veCuenta) throw new NotFound(SIN_CUENTA);
    return drawn(before, async (reading) => {
      const { desde, hasta } = await tramoPropio(reading, loteId, query);
      return lecturas.dibujoDeCuenta(reading, { loteId, desde, hasta }, before);
    });
  };
  const reciboPdf: Paper<'reciboPdf'> = ({ params, before }) =>
    drawn(before, (reading) => dibujoDeRecibo(reading, params.id, before));
  const facturaPdf: Paper<'facturaPdf'> = ({ params, before }) =>
    drawn(before, async (reading) => {
      await refuseOthers(reading, 'factura', params.id);
      return lecturas.dibujoDeFactura(reading, params.id);
    });
  return { cuentaPdf, reciboPdf, facturaPdf };
}

export const papelesEndpoints = (lecturas: Lecturas): Registration =>
  register(
    papelesContract,
    {
      cuentaPdf: async ({ prepared }) => asFile(prepared),
      reciboPdf: async ({ prepared }) => asFile(prepared),
      facturaPdf: async ({ prepared }) => asFile(prepared),

      async facturaXml({ params, ctx }) {
        await refuseOthers(ctx, 'factura', params.id);
        return lecturas.xmlDeFactura(ctx, params.id);
      },
    },
    undefined,
    papersOf(lecturas),
  );
