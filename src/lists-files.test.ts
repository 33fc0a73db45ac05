/** Every table leaves as paper and workbook, or says here why nobody would take it along: UX 29, checked by reading the screens. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CHOSEN_IN_A_FORM = 'its rows are chosen or reviewed in a form, and are a list elsewhere once it is sent';
const OF_ONE_RECORD = 'a few rows of one record, which has a paper of its own or is read on its screen';
const SETTING = 'a setting of few rows';

const WITHOUT: Readonly<Record<string, string>> = {
  'autorizacion/web/CodigoForm.tsx': OF_ONE_RECORD,
  'autorizacion/web/CodigoList.tsx': 'secrets: whoever reads them may discount',
  'compras/web/Facturas.tsx': OF_ONE_RECORD,
  'compras/web/Recepciones.tsx': OF_ONE_RECORD,
  'contabilidad/web/Poliza.tsx': OF_ONE_RECORD,
  'descuentos/web/CancelarDeuda.tsx': CHOSEN_IN_A_FORM,
  'empresas/web/MisComunidades.tsx': 'the state of this moment, of which each community has its own reports',
  'estado-cuenta/web/Movimientos.tsx': 'drawn by the statement, whose files are these rows',
  'facturacion/web/GenerarFactura.tsx': CHOSEN_IN_A_FORM,
  'fiscal/web/SeriesPanel.tsx': SETTING,
  'fiscal/web/TratamientoPanel.tsx': SETTING,
  'importacion/web/Importacion.tsx': CHOSEN_IN_A_FORM,
  'lotes/web/FusionarLotes.tsx': CHOSEN_IN_A_FORM,
  'mantenimiento/web/DetalleDeMes.tsx': OF_ONE_RECORD,
  'mantenimiento/web/GenerarMantenimiento.tsx': CHOSEN_IN_A_FORM,
  'mantenimiento/web/GenerarPeriodo.tsx': CHOSEN_IN_A_FORM,
  'operacion/web/Operacion.tsx': 'the state of this moment, read again every few seconds',
  'pagos/web/FacturarPago.tsx': CHOSEN_IN_A_FORM,
  'recurrentes/web/CargosRecurrentes.tsx': 'numbers of cards: they leave by a workbook of its own, which is audited',
  'recurrentes/web/Preview.tsx': CHOSEN_IN_A_FORM,
  'sesion/web/Llaves.tsx': 'one’s own, ten at most',
  'sesion/web/Sesiones.tsx': 'one’s own, as they are at this moment',
};

const TABLE = /<(?:DataTable|PagedTable)\b/;
const FILES = /\bfiles=|<(?:PagedFiles|ReportTools|PdfButton|ExcelButton|ArchivosAccesos)\b/;

test('every list leaves as files, or is known to have none', () => {
  const without = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => {
      const text = readFileSync(`src/features/${path}`, 'utf8');
      return TABLE.test(text) && !FILES.test(text);
    });
  expect(
    without.toSorted(),
    'Give a new table `files=` or `PagedFiles`; where nobody would take it along, say here why',
  ).toEqual(Object.keys(WITHOUT).toSorted());
});
