/** The dry run of an onboarding workbook of 5,000 lots with their asociados. */
import writeXlsxFile from 'write-excel-file/node';
import { SHEETS } from '../src/features/importacion/layout.ts';
import type { Measure } from './run.ts';
import { startBenchServer } from './server.ts';
import { median, time } from './stats.ts';

const LOTES = 5_000;

async function workbook(): Promise<Blob> {
  const row = (values: Record<string, string | number>, headers: readonly string[]) =>
    headers.map((header) => (values[header] === undefined ? null : { value: values[header] }));
  const lists = [
    (n: number) => ({
      Referencia: `B-${n}`,
      Tipo: 'habitacional',
      Estado: 'entregado',
      Calle: 'Paseo de los Encinos',
      Manzana: String(n % 90),
      Superficie: 250.5,
      'Fecha de entrega': '15-03-2021',
    }),
    (n: number) => ({ Clave: `R${n}`, Nombre: `Íñigo Güemes ${n}`, Tipo: 'asociado', Correo: `r${n}@prueba.mx` }),
    (n: number) => ({ Referencia: `B-${n}`, Clave: `R${n}` }),
  ];
  const written = writeXlsxFile(
    SHEETS.map(({ name, columns }, index) => {
      const headers = columns.map(({ header }) => header);
      const make = lists[index] ?? (() => ({}));
      return {
        sheet: name,
        data: [headers.map((value) => ({ value })), ...Array.from({ length: LOTES }, (_, n) => row(make(n), headers))],
      };
    }),
  );
  return new Blob([new Uint8Array(await written.toBuffer())]);
}

export default async function importacion(): Promise<Measure[]> {
  const { app, headers, stop } = await startBenchServer(300);
  try {
    const form = new FormData();
    form.append('file', await workbook(), 'registro.xlsx');
    const encoded = new Response(form);
    const contentType = encoded.headers.get('content-type') ?? '';
    const payload = Buffer.from(await encoded.arrayBuffer());
    const samples = await time(3, async () => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/v1/importacion/revisar',
        headers: { ...headers, 'content-type': contentType },
        payload,
      });
      const { data } = reply.json<{ data: { fallasTotal: number; totales: { lotes: number } } }>();
      if (data.fallasTotal !== 0 || data.totales.lotes !== LOTES) throw new Error(reply.body.slice(0, 500));
    });
    return [{ name: 'revisión de un libro de 5,000 lotes', value: median(samples) / 1000, unit: 's', limit: 3 }];
  } finally {
    await stop();
  }
}
