/** Files have one manner of names, but those that the specification quotes: checked by reading the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Word for word of the specification. */
const QUOTED: Readonly<Record<string, string>> = {
  'documents/estado-cuenta.ts':
    'estado_cuenta_{name}_{from}_{to}.pdf, and Deudas_Referencia_{referencia}_{DD-MM-YYYY__h_mm_ss_a}.pdf',
  'documents/factura.ts': '{nombreReceptor}_{DD-MM-YYYY}.pdf',
  'documents/facturas-canceladas.ts': 'facturas_canceladas_{MM}_{YYYY}.pdf',
  'documents/recibo.ts': '{asociado}_{DD-MM-YYYY}.pdf',
  'features/app-residentes/rules.ts': 'Usuarios Registrados -{DD-MM-YYYY}.xlsx',
  'features/facturacion/web/varias.tsx': 'the papers of the invoices in it',
  'features/facturacion/web/workbook.ts': 'Facturas de {product} DD-MM-YYYY_h_mm_ss.xlsx',
  'features/recurrentes/workbook.ts': '{DD-MM-YYYY}.xlsx',
  'features/reportes/reports.ts':
    'mantenimiento_vencido.pdf, pagos_atrasados_{tipo}.pdf, lotes_{status}_{DD-MM-YYYY}.pdf, conciliacion_mantenimiento_vencido.pdf, reporte_sancion_{type}_{MMMM-YYYY}_{MMMM-YYYY}.pdf',
  'features/reportes/server/endpoints.ts': 'CorteDeCaja-{d-m-yyyy_h_m_s}.xlsx, and CarteraVencida.xlsx',
  'features/reportes/web/CarteraVencida.tsx': 'CarteraVencida.xlsx',
  'features/reportes/web/cartera.ts': 'CarteraVencida-{timestamp}.xlsx',
};

/** A text that ends as a file's name does, and is more than that ending; not what is told of a file in a sentence. */
const NAME = /[`'](?:[^`'\n ]|\$\{[^}]*\}| (?=[^`'\n]*\$\{| ?-))+\.(?:pdf|xlsx|zip)[`']/;

test('files are named by fileName(), or as the specification does', () => {
  const named = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|testing)\./.test(path))
    .filter((path) =>
      readFileSync(`src/${path}`, 'utf8')
        .split('\n')
        .some((line) => !/^\s*(?:\*|\/[/*])/.test(line) && NAME.test(line)),
    );
  expect(named.toSorted(), 'Name a new file by fileName(); one that the specification quotes is quoted here').toEqual(
    Object.keys(QUOTED).toSorted(),
  );
});
