/** What waits for who asks, gathered from the features that know it. */
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { limiteDeComplemento } from '#features/facturacion/rules.ts';
import { type Reading, type Registration, register } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { type Pendiente, pendientesContract } from '../contract.ts';
import { byUrgencia, type ClasePendiente, pendientesOf, urgenciaOf } from '../pendientes.ts';
import { type ClaseContada, findCifras, listPendientes, type PendienteRow } from './repository-pendientes.ts';

/** What other features count; the composition root brings them together. */
export interface Counters {
  countExcepciones(tx: Tx, timeZone: string): Promise<number>;
  /** Payments of invoiced charges without their complement: how many, their sum, and the day of the first. */
  countPorComplementar(tx: Tx): Promise<{ cantidad: number; monto: Centavos; primero: Fecha | null }>;
  /** Monthly reports that were not made, or did not arrive. */
  countEnviosFallidos(tx: Tx): Promise<number>;
  /** Privacy requests that are open: how many, and the first day that something is to be done. */
  countPrivacidad(tx: Tx): Promise<{ cantidad: number; primera: Fecha | null }>;
  /** Packets whose lot has paid since, and the lot where there is one. */
  countExpedientes(tx: Tx): Promise<{ cantidad: number; id: number | null }>;
  /** Lots that collection proposes to write to, promises to look at, letters and tasks to do: each with its sum. */
  countGestion(tx: Tx, today: Fecha): Promise<Record<ClaseGestion, { cantidad: number; monto: Centavos | null }>>;
}

/** They are counted together. */
const GESTION = ['gestion_promesa', 'gestion_propuesta', 'gestion_tarea'] as const;
type ClaseGestion = (typeof GESTION)[number];

const BARE = { monto: null, id: null, fecha: null, caja: '' } as const;

/** What waits for a role, as the community that is read has it. */
export type PendientesDe = (reading: Reading, role: string) => Promise<Pendiente[]>;

export function pendientesDe({
  countExcepciones,
  countPorComplementar,
  countEnviosFallidos,
  countPrivacidad,
  countGestion,
  countExpedientes,
}: Counters): PendientesDe {
  async function excepciones({ tx, community }: Reading): Promise<PendienteRow> {
    return { ...BARE, clase: 'excepcion', cantidad: await countExcepciones(tx, community.timeZone) };
  }
  async function complementos({ tx }: Reading): Promise<PendienteRow> {
    const { cantidad, monto, primero } = await countPorComplementar(tx);
    return { ...BARE, clase: 'complemento', cantidad, monto, fecha: primero && limiteDeComplemento(primero) };
  }
  async function reportes({ tx }: Reading): Promise<PendienteRow> {
    return { ...BARE, clase: 'reporte_fallido', cantidad: await countEnviosFallidos(tx) };
  }

  async function privacidad({ tx }: Reading): Promise<PendienteRow> {
    const { cantidad, primera } = await countPrivacidad(tx);
    return { ...BARE, clase: 'privacidad', cantidad, fecha: primera };
  }

  async function expedientes({ tx }: Reading): Promise<PendienteRow> {
    return { ...BARE, clase: 'expediente', ...(await countExpedientes(tx)) };
  }

  async function gestion({ tx, today }: Reading): Promise<PendienteRow[]> {
    const counted = await countGestion(tx, today());
    return GESTION.map((clase) => ({ ...BARE, clase, ...counted[clase] }));
  }

  return async (reading, role) => {
    const clases = new Set<ClasePendiente>(pendientesOf(role));
    const contadas = [...clases].filter(
      (clase): clase is ClaseContada =>
        !['excepcion', 'complemento', 'reporte_fallido', 'privacidad', 'expediente', ...GESTION].includes(clase),
    );
    const today = reading.today();
    const found = await Promise.all([
      listPendientes(reading.tx, contadas, today),
      clases.has('excepcion') ? excepciones(reading) : [],
      clases.has('complemento') ? complementos(reading) : [],
      clases.has('reporte_fallido') ? reportes(reading) : [],
      clases.has('privacidad') ? privacidad(reading) : [],
      clases.has('expediente') ? expedientes(reading) : [],
      clases.has('gestion_propuesta') ? gestion(reading) : [],
    ]);
    const rows = found.flat().filter(({ cantidad }) => cantidad > 0);
    return byUrgencia(
      rows.map((row) => ({
        ...row,
        monto: row.monto === null ? null : toPesos(row.monto),
        urgencia: urgenciaOf(row.clase, row.fecha, today),
      })),
    );
  };
}

export function pendientesEndpoints(pendientes: PendientesDe): Registration {
  return register(pendientesContract, {
    pendientes: ({ ctx }) => pendientes(ctx, ctx.user.role),

    async cifras({ ctx }) {
      const { hoy, mes, vencido, entregados, atrasados } = await findCifras(ctx.tx, ctx.today());
      return {
        ...{ cobradoHoy: toPesos(hoy), cobradoMes: toPesos(mes), vencido: toPesos(vencido) },
        ...{ alCorriente: entregados - atrasados, entregados },
      };
    },
  });
}
