import { type Registration, register } from '#platform/server/context.ts';
import { importacionPagosContract } from '../contract.ts';
import { HOJA_IMPORTACION, hojaImportacion } from '../workbook.ts';
import { applyDeposits } from './apply.ts';
import type { Collector } from './collector.ts';
import { previewFile } from './preview.ts';
import { listExamples } from './repository.ts';
import { writeWorkbook } from './xlsx.ts';

/** The endpoints of the bank's file. */
export function importacionPagosEndpoints(collector: Collector): Registration {
  return register(importacionPagosContract, {
    preview: ({ body, ctx }) => previewFile(ctx, collector, body.file),

    apply: ({ body, ctx }) => applyDeposits(ctx, collector, body),

    async example({ ctx }) {
      const lotes = await listExamples(ctx.tx);
      const hoja = hojaImportacion(lotes, ctx.today());
      return { name: 'Ejemplo de pagos.xlsx', content: await writeWorkbook([hoja], [HOJA_IMPORTACION]) };
    },
  });
}
