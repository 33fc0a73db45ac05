/** ADR 19: every form that money is entered on names its `draft`, so that a reload loses nothing. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutComments } from '../../../../../scripts/arrows.ts';

/** What an amount, or a count that makes one, is typed into. */
const ENTERED = /<(MoneyField|NumericInput|NumberInput)\b/;

/** Forms, by file and schema, and inputs outside of one (by '') in a file that money is entered in: each without a draft for a reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'libro/web/QueSi.tsx ': 'amounts of a question, which nothing keeps',
  'libro/web/PaymentPanel.tsx ': 'its form is usePaying(), which names one',
  'features/pagos/web/AdeudosTable.tsx ': 'its inputs are of the form of usePaying()',
  'features/facturacion/web/dialogos.tsx vencerSchema': 'reason and code alone',
  'features/facturacion/web/dialogos.tsx salirDeGlobalSchema': 'reason and code alone',
  'features/amenidades/web/AgendaForm.tsx agendaSchema': 'days, hours and people, no money',
  'features/bancos/web/Avisos.tsx proveedorAvisosSchema': 'keys, which no browser keeps',
  'features/bancos/web/Avisos.tsx simularAvisoSchema': 'money that the simulator makes up',
  'features/bancos/web/Reparto.tsx ': 'parts of a deposit, which stays in the inbox',
  'features/egresos/web/Clasificar.tsx ': 'parts of what went out, which stays among what waits',
  'features/egresos/web/Conciliacion.tsx marcarSchema': 'a reason alone',
  'features/egresos/web/Presupuesto.tsx ': 'a cell is kept as it is left',
  'features/gestion/web/GestionDeLote.tsx pausa': 'a day and a reason',
  'features/gestion/web/PasoForm.tsx pasoSchema': 'a threshold among settings',
  'features/cierres/web/Turno.tsx firmarSchema': 'explanation and password alone',
  'features/reportes/web/ProyeccionesPropias.tsx ': 'percentages of a projection, which nothing keeps',
};

/** The options of each useKitForm() call: up to the brace that closes them. */
function formsOf(source: string): string[] {
  return [...source.matchAll(/\buseKitForm(?:<[^(]*>)?\(\{/g)].map(({ index, 0: opening }) => {
    let depth = 1;
    let at = index + opening.length;
    for (; at < source.length && depth > 0; at += 1) {
      if (source[at] === '{') depth += 1;
      else if (source[at] === '}') depth -= 1;
    }
    return source.slice(index, at);
  });
}

it('every form that money is entered on keeps what is typed', () => {
  const lacking: string[] = [];
  for (const path of globSync('src/{features,libro,platform/web/catalogue}/**/*.tsx').sort()) {
    const source = withoutComments(readFileSync(path, 'utf8'));
    if (/\.test\.tsx$/.test(path) || !ENTERED.test(source)) continue;
    const name = path.slice('src/'.length);
    const forms = formsOf(source);
    if (forms.length === 0) lacking.push(`${name} `);
    for (const form of forms) {
      if (!/\bdraft\b/.test(form)) lacking.push(`${name} ${/schema(?::\s*(\w+))?/.exec(form)?.[1] ?? 'schema'}`);
    }
  }
  expect(lacking.sort()).toEqual(Object.keys(WITHOUT).sort());
});

it('an effect of a form that money is entered on is asked for once, by its key', () => {
  for (const path of ['cierres/web/Turnos', 'cierres/web/Turno', 'compras/web/OrdenForm']) {
    const [form = ''] = formsOf(readFileSync(`src/features/${path}.tsx`, 'utf8'));
    expect([path, /idempotencyKey/.test(form)]).toEqual([path, true]);
  }
});
