/** What was agreed on a lot's debt, which instalment is next, and what was paid. */

import { toPesos } from '#core/money.ts';
import type { Estado } from '#libro/convenios/rules.ts';
import { avanceOf, listConvenios, listParcialidades, toConvenio } from '#libro/server/agreements.ts';
import type { Context } from '#platform/server/context.ts';
import { type Html, html } from '#platform/server/html.ts';
import { formatMoney } from '#ui/format.ts';
import { enPalabras } from '../rules.ts';
import type { Screen } from './documento.ts';
import { fila, lista, SIN_CUENTA, VOLVER } from './pantallas-cuenta.ts';
import { listConveniosPropios } from './repository-cuenta.ts';

/** What became of an agreement, told to whoever is to pay it. */
const ESTADO: Readonly<Record<Estado, (desde: string) => string>> = {
  vigente: () => 'Está en curso.',
  cumplido: (desde) => `Lo terminó de pagar el ${enPalabras(desde)}. ¡Gracias!`,
  roto: (desde) =>
    `Se terminó el ${enPalabras(desde)} porque faltó un pago. Si quiere hacer otro, llame a la administración.`,
  cancelado: (desde) => `La administración lo dejó sin efecto el ${enPalabras(desde)}.`,
};

const SITUACION = { pagada: 'pagada', pendiente: 'por pagar', vencida: 'atrasada' };

type Leido = Awaited<ReturnType<typeof leer>>[number];

/** The agreements of whoever owns the lot now, and the one that is in force whoever signed it. */
async function leer({ tx, today, resident }: Context) {
  const own = await listConveniosPropios(tx);
  const rows = (await listConvenios(tx, { loteId: resident.loteId })).filter(({ id }) => own.has(id));
  const all = await listParcialidades(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const parcialidades = all.get(row.id) ?? [];
    const { parcialidades: calendario } = avanceOf(row, parcialidades, today());
    return { ...toConvenio(row, parcialidades, today()), calendario };
  });
}

function convenio({ folio, estado, desde, fecha, total, pagado, condonado, siguiente, calendario }: Leido): Html {
  return html`
    <h2>Convenio ${folio}</h2>
    <p>Lo firmó el ${enPalabras(fecha)}. ${ESTADO[estado](desde)}</p>
    ${
      siguiente &&
      html`<p class="tenue">Siguiente pago: parcialidad ${siguiente.numero}, hasta el ${enPalabras(siguiente.vence)}</p>
        <p class="monto">${formatMoney(siguiente.falta)}</p><a class="boton" href="/r/pagar">Cómo pagar</a>`
    }
    <div class="caja">
      ${fila('En total', formatMoney(total))}
      ${estado !== 'cancelado' && fila('Ha pagado', formatMoney(pagado))}
      ${condonado > 0 && fila('Le perdonaron', formatMoney(condonado))}
    </div>
    ${
      estado === 'vigente' &&
      lista(
        calendario.map(({ numero, vence, monto, pagado: abonado, situacion }) =>
          fila(
            html`Parcialidad ${numero}<br><small class="${situacion === 'vencida' ? 'rojo' : 'tenue'}">${enPalabras(vence)} · ${SITUACION[situacion]}${abonado > 0 && situacion !== 'pagada' && `, lleva ${formatMoney(toPesos(abonado))}`}</small>`,
            formatMoney(toPesos(monto)),
          ),
        ),
      )
    }`;
}

export async function convenios(ctx: Context): Promise<Screen> {
  const titulo = 'Mis convenios de pago';
  if (!ctx.resident.veCuenta) return { titulo, volver: VOLVER, contenido: SIN_CUENTA };
  const todos = await leer(ctx);
  return {
    titulo,
    volver: VOLVER,
    contenido:
      todos.length === 0
        ? html`<p>No tiene ningún convenio de pago. Si quiere pagar lo que debe en partes, llame a la administración.</p>`
        : html`${todos.map(convenio)}`,
  };
}
