/** Reads all that a packet of a lot would say now, and how the lot stands to the checklist. */
import { type Fecha, fechaInZone } from '#core/fecha.ts';
import { interestAmount } from '#core/interest.ts';
import { monthTitle } from '#core/period.ts';
import {
  type CartaImpresa,
  type ConvenioDelExpediente,
  type ExpedienteImpreso,
  type InteresImpreso,
  saysNothing,
  suplementoOf,
} from '#documents/expediente.ts';
import { ESTADO_LABELS as ESTADOS_CONVENIO } from '#features/convenios/rules.ts';
import { MEDIO_LABELS } from '#features/gestion/rules.ts';
import { AJUSTE_LABELS } from '#libro/explicacion/rules.ts';
import { findVigente, listConvenios, listParcialidades, toConvenio } from '#libro/server/agreements.ts';
import { missingInterest } from '#libro/server/interest.ts';
import { loadLote } from '#libro/server/lotes.ts';
import { listPeriodos } from '#libro/server/owners.ts';
import type { Reading } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { findResidencial, residencialName } from '#platform/server/residencial.ts';
import { formatFecha } from '#ui/format.ts';
import {
  type Cumplimiento,
  cumplimientoDe,
  folioOf,
  type Hechos,
  impedimentoOf,
  isProved,
  isSimple,
} from '../rules.ts';
import {
  type DocumentoRow,
  listDichos,
  listDocumentos,
  listRequisitos,
  nextFolio,
  type RequisitoRow,
} from './repository.ts';
import * as papel from './repository-papel.ts';

export type RequisitoVisto = RequisitoRow & Cumplimiento;

export interface Leido {
  lote: { id: number; referencia: string };
  lazoId: number | null;
  requisitos: RequisitoVisto[];
  documentos: DocumentoRow[];
  /** The packet that this one is a supplement of. */
  suplementoDeId: number | null;
  /** What the next packet, or supplement, says. */
  datos: ExpedienteImpreso;
  /** Why it cannot be issued now; '' where it can. */
  impedimento: string;
}

/** When a letter was handed over, or left; null where it has not. */
function entregada(reading: Reading, { medio, estado, hecho, salioAt }: papel.EntregaRow): Fecha | null {
  if (medio === 'carta' || medio === 'tarea') return estado === 'hecho' ? hecho : null;
  return salioAt === null ? null : fechaInZone(salioAt, reading.community.timeZone);
}

function estadoDeEntrega(row: papel.EntregaRow, dia: Fecha | null): string {
  if (row.estado === 'retirado') return 'Se retiró';
  const done = row.medio === 'carta' || row.medio === 'tarea' ? 'Hecho' : 'Salió';
  if (dia !== null) return [`${done} el ${formatFecha(dia)}`, row.resultado].filter(Boolean).join(': ');
  return row.fallo === '' ? 'Pendiente' : `Pendiente: ${row.fallo}`;
}

async function readCartas(reading: Reading, loteId: number): Promise<{ cartas: CartaImpresa[]; entregas: Fecha[] }> {
  const { tx } = reading;
  const rows = (await papel.listEntregas(tx, loteId)).map((row) => ({ ...row, dia: entregada(reading, row) }));
  const byLinea = Map.groupBy(rows, ({ lineaId }) => lineaId);
  const cartas = (await papel.listCartas(tx, loteId)).map((carta) => ({
    ...carta,
    entregas: (byLinea.get(carta.id) ?? []).map((row) => ({
      ...{ medio: MEDIO_LABELS[row.medio], nombre: row.nombre, para: row.para.join(', ') },
      estado: estadoDeEntrega(row, row.dia),
    })),
  }));
  // What was asked of whoever sold the house was not asked of its owner.
  const isLetter = ({ medio, propia }: papel.EntregaRow) => propia && (medio === 'correo' || medio === 'carta');
  const entregas = rows.filter(isLetter).flatMap(({ dia }) => (dia === null ? [] : [dia]));
  return { cartas, entregas: entregas.toSorted() };
}

/** The entries as they are told, and how many of them give another amount. Refuses where one is on interest. */
function interesesDe(rows: readonly papel.InteresRow[]): { intereses: InteresImpreso[]; sinComprobar: number } {
  const fault = rows.find((row) => !isSimple(row));
  if (fault) {
    throw new Refusal(
      `El interés ${monthTitle(fault)} sobre «${fault.sobre}» no es simple: su base no es el cargo. No se puede certificar; avise a quien opera Portón`,
    );
  }
  const intereses = rows.map(({ year, mes, baseTipo: _tipo, baseMonto: _monto, ...row }) => ({
    ...row,
    mes: monthTitle({ year, mes }),
    calculado: interestAmount(row.base, row.porcentaje, row.factor),
  }));
  return { intereses, sinComprobar: rows.filter((row) => !isProved(row)).length };
}

async function readConvenios(reading: Reading, loteId: number): Promise<ConvenioDelExpediente[]> {
  const { tx } = reading;
  const eventos = Map.groupBy(await papel.listEventos(tx, loteId), ({ convenioId }) => convenioId);
  const rows = await listConvenios(tx, { loteId });
  const parcialidades = await listParcialidades(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { folio, desde, estado, ...told } = toConvenio(row, parcialidades.get(row.id) ?? [], reading.today());
    return {
      ...{ folio, fecha: row.fecha, firmante: row.firmante, total: row.total, condonado: row.condonado },
      pagos: `${told.pagadas} pagadas de ${told.parcialidades}`,
      estado: `${ESTADOS_CONVENIO[estado]} desde el ${formatFecha(desde)}`,
      eventos: (eventos.get(row.id) ?? []).map(({ fecha, nota }) => ({ fecha, nota })),
    };
  });
}

async function readPropietarios(reading: Reading, loteId: number) {
  return (await listPeriodos(reading, loteId)).map(({ name, primero, ultimo }) => ({
    name,
    desde: formatFecha(primero),
    hasta: ultimo === null ? 'Hoy lo es' : formatFecha(ultimo),
  }));
}

/** What of a lot is the same for every packet. */
async function readCuenta(reading: Reading, loteId: number) {
  const { tx } = reading;
  const { intereses, sinComprobar } = interesesDe(await papel.listIntereses(tx, loteId));
  const ajustes = (await papel.listAjustes(tx, loteId)).map((row) => ({
    ...row,
    tipo: AJUSTE_LABELS[row.tipo] ?? row.tipo,
  }));
  const { cartas, entregas } = await readCartas(reading, loteId);
  const cuenta = {
    ...{ cargos: await papel.listCargos(tx, loteId), intereses, pagos: await papel.listPagos(tx, loteId), ajustes },
    ...{ convenios: await readConvenios(reading, loteId), cartas },
    propietarios: await readPropietarios(reading, loteId),
  };
  return { cuenta, entregas, sinComprobar };
}

const CIERRE = ({ year, mes, huella }: { year: number; mes: number; huella: string }) => ({
  mes: monthTitle({ year, mes }),
  huella,
});

/** @param reloj wall clock of the community */
export async function leer(reading: Reading, loteId: number, reloj: string): Promise<Leido> {
  const { tx, community } = reading;
  await loadLote(tx, loteId);
  const lote = await papel.findLote(tx, loteId);
  if (!lote) throw new Refusal('El lote no existe. Actualice la página y elíjalo de nuevo');
  const { lazoId, ...told } = lote;
  const adeudo = await papel.sumAdeudo(tx, loteId, reading.today());
  const { cuenta, entregas, sinComprobar } = await readCuenta(reading, loteId);
  const documentos = await listDocumentos(tx, loteId);
  const hechos: Hechos = {
    ...{ cuotasVencidas: adeudo.cuotasVencidas, extraordinariasVencidas: adeudo.extraordinariasVencidas },
    ...{ intereses: cuenta.intereses.length, sinComprobar, entregas, asociado: lote.asociado },
    porGenerar: await missingInterest(tx, loteId, reading.today()),
    convenioVigente: (await findVigente(tx, loteId))?.folio ?? '',
    documentos: new Map(documentos.map(({ requisitoId, nombre }) => [requisitoId, nombre])),
  };
  const requisitos = (await listRequisitos(tx)).map((row) => ({ ...row, ...cumplimientoDe(row, hechos) }));
  const documentoOf = new Map(requisitos.map(({ id, documento }) => [id, documento]));
  const residencial = await findResidencial(tx, community);
  const cierre = await papel.findCierre(tx);
  const todo: ExpedienteImpreso = {
    ...{ codigo: residencial.code, residencial: (await residencialName(tx)) || residencial.name },
    ...{ folio: folioOf(await nextFolio(tx)), suplementoDe: null, ...told, fecha: reading.today(), reloj },
    ...{ principal: adeudo.principal, interes: adeudo.interes, cierre: cierre ? CIERRE(cierre) : null },
    requisitos: requisitos.map(({ documento, firma, condicion, fuente, abogado, cumple, porque }) => ({
      ...{ documento, firma, condicion, fuente, abogado, cumple, porque },
    })),
    ...cuenta,
    anexos: documentos.map(({ requisitoId, nombre, bytes, huella }) => ({
      ...{ documento: documentoOf.get(requisitoId) ?? '', nombre, bytes, huella },
    })),
  };
  const dichos = lazoId === null ? [] : await listDichos(tx, lazoId);
  const [primero] = dichos;
  const datos = primero
    ? suplementoOf(
        { ...todo, suplementoDe: { folio: primero.datos.folio, fecha: primero.datos.fecha } },
        dichos.map((dicho) => dicho.datos),
      )
    : todo;
  const impedimento = impedimentoOf({
    ...{ adeudo: adeudo.principal + adeudo.interes, asociado: lote.asociado },
    nuevo: primero === undefined || !saysNothing(datos),
  });
  return {
    ...{ lote: { id: loteId, referencia: lote.referencia }, lazoId, requisitos, documentos, datos, impedimento },
    suplementoDeId: primero?.id ?? null,
  };
}
