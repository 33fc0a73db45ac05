/** Whose a lot is and was, and what a sale of it would find. */
import type { Fecha } from '#core/fecha.ts';
import { sumPesos, toPesos } from '#core/money.ts';
import { folioOf as folioDeConvenio } from '#libro/convenios/rules.ts';
import { fundOf } from '#libro/server/fund.ts';
import { loadHeader } from '#libro/server/header.ts';
import { missingInterest } from '#libro/server/interest.ts';
import { listPeriodos, type Periodo } from '#libro/server/owners.ts';
import type { Reading } from '#platform/server/context.ts';
import type { Preparacion, Propietario, Propietarios } from '../contract.ts';
import { folioOf, isAfterSale, refusalOfFecha, refusalOfUndoing, TERMINAN, type Visto } from '../rules.ts';
import { refusalOfIssuing, toNoAdeudo } from './no-adeudo.ts';
import type { OwnerChange } from './parts.ts';
import {
  type CambioRow,
  findCambio,
  findFiscal,
  findHechoDesde,
  findLoQueQueda,
  listAdeudos,
  listFacturasPorPagar,
} from './repository.ts';
import { listNoAdeudos } from './repository-no-adeudo.ts';

/** The present owner, undefined where there is none, and the last day of whoever was before. */
export function presentOf(periodos: readonly Periodo[]): { actual: Periodo | undefined; ultima: Fecha | null } {
  const last = periodos.at(-1);
  const actual = last?.ultimo === null ? last : undefined;
  const before = actual ? periodos.at(-2) : last;
  return { actual, ultima: before?.ultimo ?? null };
}

/** Why a sale cannot be taken back now; undefined where it can. */
export async function refusalToUndo(
  parts: OwnerChange,
  reading: Pick<Reading, 'tx' | 'today'>,
  cambio: CambioRow,
): Promise<string | undefined> {
  const { lote_id: loteId, terminado } = cambio;
  const { convenio, constancia, ...hecho } = await findHechoDesde(reading.tx, cambio, reading.today());
  // Of what was left to the house nobody knows whose it is by now.
  const counts = countsOf(await tenidosDe(parts, reading, loteId));
  const tiene = Object.fromEntries(
    TERMINAN.filter((clave) => clave in (terminado as object)).map((clave) => [clave, counts[clave]]),
  );
  return refusalOfUndoing({
    ...{ ...hecho, tiene, convenio: convenio === null ? null : folioDeConvenio(convenio) },
    constancia: constancia === null ? null : folioOf(constancia),
  });
}

async function cambioOf(
  parts: OwnerChange,
  reading: Reading,
  { cambioId, cambioFecha, cambioUsuario, cambioAt, consentimiento, ultimo }: Periodo,
): Promise<Propietario['cambio']> {
  if (cambioId === null || cambioAt === null) return null;
  const cambio = ultimo === null ? await findCambio(reading.tx, cambioId) : undefined;
  const impedimento = cambio ? ((await refusalToUndo(parts, reading, cambio)) ?? '') : null;
  return {
    ...{ id: cambioId, fecha: cambioFecha ?? '', usuario: cambioUsuario ?? '', createdAt: cambioAt.toISOString() },
    ...{ consentimiento: consentimiento ?? false, impedimento },
  };
}

/** Everybody whose a lot is or was, and its certificates. */
export async function propietariosDe(parts: OwnerChange, reading: Reading, loteId: number): Promise<Propietarios> {
  const header = await loadHeader(reading.tx, loteId);
  const propietarios: Propietario[] = [];
  for (const periodo of (await listPeriodos(reading, loteId)).toReversed()) {
    const { id, residenteId, name, primero, ultimo } = periodo;
    const cambio = await cambioOf(parts, reading, periodo);
    propietarios.push({ id, residenteId, name, desde: primero, hasta: ultimo, cambio });
  }
  const hoy = reading.today();
  return {
    header,
    propietarios,
    constancias: (await listNoAdeudos(reading.tx, { loteId })).map((row) => toNoAdeudo(row, hoy)),
    impedimento: (await refusalOfIssuing(reading, loteId)) ?? '',
  };
}

/** What a lot owes and has, in pesos, as a sale on a day finds it. */
export async function cuentasDe(tx: Reading['tx'], loteId: number, fecha: Fecha) {
  const rows = await listAdeudos(tx, loteId);
  const adeudos = rows.map((row) => ({ ...row, saldo: toPesos(row.saldo), despues: isAfterSale(row, fecha) }));
  return {
    adeudos,
    adeudo: sumPesos(adeudos, ({ saldo }) => saldo),
    adeudoAlDia: sumPesos(
      adeudos.filter(({ despues }) => !despues),
      ({ saldo }) => saldo,
    ),
    interesPorGenerar: toPesos(await missingInterest(tx, loteId, fecha)),
    fondo: toPesos(await fundOf(tx, loteId)),
  };
}

/** What there is of all that ends. */
export async function tenidosDe(
  { terminan }: OwnerChange,
  reading: Pick<Reading, 'tx' | 'today'>,
  loteId: number,
): Promise<Preparacion['termina']> {
  const found: [string, Preparacion['termina']['app']][] = [];
  for (const clave of TERMINAN) found.push([clave, await terminan[clave].list(reading, loteId)]);
  return Object.fromEntries(found) as Preparacion['termina'];
}

/** How many of each: what somebody saw who says yes. */
export const countsOf = (termina: Preparacion['termina']): Visto['termina'] =>
  Object.fromEntries(TERMINAN.map((clave) => [clave, termina[clave].length])) as Visto['termina'];

/** Why a lot cannot be sold here; '' where it can. */
export function impedimentoOf(lote: { referencia: string; status: string }, hasOwner: boolean): string {
  if (lote.status === 'fusionado' || lote.status === 'inactivo') {
    return `El lote ${lote.referencia} está ${lote.status} y no cambia de propietario así`;
  }
  return hasOwner ? '' : 'El lote no tiene propietario. Elija a su asociado en el formulario del lote';
}

/** All that a sale of a lot on a day finds. */
export async function prepare(
  parts: OwnerChange,
  reading: Reading,
  loteId: number,
  fecha: Fecha,
): Promise<Preparacion> {
  const { tx } = reading;
  const hoy = reading.today();
  const header = await loadHeader(tx, loteId);
  const { actual, ultima } = presentOf(await listPeriodos(reading, loteId));
  const vigentes = (await listNoAdeudos(tx, { loteId })).map((row) => toNoAdeudo(row, hoy));
  return {
    ...{ header, fecha, fechaMala: refusalOfFecha(fecha, { hoy, ultima }) ?? '' },
    impedimento: impedimentoOf(header, actual !== undefined),
    ...{ lazo: actual?.id ?? 0, desde: actual?.primero ?? '', ultima: ultima ?? '' },
    ...(await cuentasDe(tx, loteId, fecha)),
    facturas: (await listFacturasPorPagar(tx, loteId)).map((row) => ({ ...row, saldo: toPesos(row.saldo) })),
    termina: await tenidosDe(parts, reading, loteId),
    fiscal: (await findFiscal(tx, loteId)) ?? null,
    ...(await findLoQueQueda(tx, loteId)),
    constancia: vigentes.find(({ estado }) => estado === 'vigente') ?? null,
  };
}
