/** Two agreements of the demo: one that is being paid, and one that was broken. */
import { dueDates, instalments } from '#core/agreement.ts';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import { folioOf } from '#libro/convenios/rules.ts';
import { demoUserId } from '#libro/demo-user.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { insertConvenio, insertEvento, updateEstado } from './server/repository.ts';

/** When each was signed, when its first instalment was due, and what became of it. */
const CONVENIOS = [
  { hace: 20, primera: -5, count: 6, roto: undefined },
  { hace: 75, primera: 60, count: 4, roto: 54 },
] as const;

/** Lots that are long overdue, those that owe most first, with whoever owns them. */
const listMorosos = (tx: Tx, hoy: Fecha, count: number) =>
  rowsFrom(tx)<{ id: number; asociado: string }>`
    SELECT l.id, r.name AS asociado FROM lote l
    JOIN lote_residente t ON t.lote_id = l.id AND t.asociado AND t.active JOIN residente r ON r.id = t.residente_id
    JOIN cargo c ON c.lote_id = l.id AND c.saldo_centavos > 0 AND c.vence < ${addDays(hoy, -90)}::date
    WHERE l.status = 'entregado' AND l.parent_id IS NULL
    GROUP BY l.id, r.name HAVING count(*) >= 3 ORDER BY sum(c.saldo_centavos) DESC, l.id LIMIT ${count}`;

/** What was owed by then and is owed still, in the order in which it is paid. */
const listCargos = (tx: Tx, loteId: number, fecha: Fecha) =>
  rowsFrom(tx)<{ id: number; saldo: Centavos }>`
    SELECT id, saldo_centavos AS saldo FROM cargo
    WHERE lote_id = ${loteId} AND saldo_centavos > 0 AND vence < ${fecha}::date AND fecha <= ${fecha}::date
    ORDER BY vence, id`;

export async function loadConveniosDemo(tx: Tx, { hoy, ahora }: { hoy: Fecha; ahora: Date }): Promise<void> {
  const usuarioId = await demoUserId(tx, 'director');
  const lotes = await listMorosos(tx, hoy, CONVENIOS.length + 1);
  for (const [n, { hace, primera, count, roto }] of CONVENIOS.entries()) {
    // The one that owes most goes on without: somebody is to agree with it.
    const lote = lotes[n + 1];
    const fecha = addDays(hoy, -hace);
    const cargos = lote ? await listCargos(tx, lote.id, fecha) : [];
    if (!lote || cargos.length === 0) continue;
    const total = cargos.reduce((sum, { saldo }) => sum + saldo, 0);
    const firma = { usuarioId, now: ahora };
    const id = await insertConvenio(tx, {
      ...{
        loteId: lote.id,
        fecha,
        interes: 'sigue',
        tolerancia: 5,
        firmante: lote.asociado,
        observacion: '',
        codigoId: null,
      },
      cargos: cargos.map(({ id: cargo, saldo }) => ({ id: cargo, saldo, condonado: 0 })),
      parcialidades: instalments(total, dueDates(addDays(hoy, -primera), 'mes', count)),
      ...firma,
    });
    const folio = folioOf(n + 1);
    const nota = `Convenio ${folio} en ${count} parcialidades`;
    await insertEvento(tx, { convenioId: id, tipo: 'firmado', fecha, nota, ...firma });
    if (roto === undefined) continue;
    const dia = addDays(hoy, -roto);
    await updateEstado(tx, id, 'roto', dia);
    const por = `Convenio ${folio} roto: no se pagó la parcialidad 1`;
    await insertEvento(tx, { convenioId: id, tipo: 'roto', fecha: dia, nota: por, usuarioId: null, now: ahora });
  }
}
