import { fileName } from '#documents/definition.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import type { Upload } from '#platform/endpoint.ts';
import { type Before, type Registration, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import { callsOf } from '#platform/server/thread.ts';
import { importacionPagosContract } from '../contract.ts';
import { HOJA_IMPORTACION, hojaImportacion } from '../workbook.ts';
import { applyList } from './apply.ts';
import { previewFile } from './preview.ts';
import { listExamples } from './repository.ts';
import { writeWorkbook } from './xlsx.ts';

const calls = callsOf<typeof import('./libro.ts')>(new URL('./libro.ts', import.meta.url));

/** The deposits of a file, read before the handler's transaction. Refuses a file that is none. */
async function readDeposits({ body: { file }, before }: { body: { file: Upload }; before: Before }) {
  if (!/\.xlsx$/i.test(file.name)) throw new Refusal('Seleccione un archivo válido');
  const hoy = await before.read(async ({ today }) => today());
  return uploadThread.read(calls('leerLibro', file.bytes, hoy), before.asker);
}

/** The endpoints of the bank's file. */
export function importacionPagosEndpoints(collector: Collector): Registration {
  return register(
    importacionPagosContract,
    {
      preview: ({ ctx, prepared }) => previewFile(ctx, collector, prepared),

      apply: ({ body, ctx }) => applyList(ctx, collector, body),

      async example({ ctx }) {
        const lotes = await listExamples(ctx.tx);
        const hoja = hojaImportacion(lotes, ctx.today());
        return { name: fileName('xlsx', 'Ejemplo de pagos'), content: await writeWorkbook([hoja], [HOJA_IMPORTACION]) };
      },
    },
    {},
    { preview: readDeposits },
  );
}
