import { addDays, type Fecha, instantInZone, wallClockInZone } from '#core/fecha.ts';
import { urlOfArchivo } from '#features/archivos/contract.ts';
import { type Context, register } from '#platform/server/context.ts';
import { newDeviceKey } from '#platform/server/device.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { saveRecord } from '#platform/server/save-record.ts';
import { accesosContract } from '../contract.ts';
import {
  refusalOfPeriod,
  rondinesOf,
  STATISTICS_DAYS,
  sentidoOf,
  TIPOS_VISITA,
  type Tipo,
  type TipoVisita,
} from '../rules.ts';
import { listaLocal, registrarCaseta } from './caseta.ts';
import { guardarFoto, recibirFoto, registrar } from './ingest.ts';
import {
  type Conteo,
  findDispositivoForUpdate,
  findEstancias,
  findMarca,
  insertDispositivo,
  listConteos,
  listDispositivos,
  listLotesVisitados,
  listMarcas,
  updateDispositivo,
} from './repository.ts';
import { type AccesoRow, searchAccesos } from './repository-search.ts';

type Anotada = Pick<AccesoRow, 'usuario' | 'equipo' | 'numero' | 'tarjeta' | 'recibidoAt' | 'desfaseSegundos'>;

const MISSING = 'No existe el dispositivo solicitado';

const startOfDay = (ctx: Context, fecha: Fecha): Date => instantInZone(`${fecha}T00:00:00`, ctx.community.timeZone);

const urlOf = (archivoId: number | null): string => (archivoId === null ? '' : urlOfArchivo(archivoId));

/** Who wrote a record down, and where; null of what a device sent. */
function casetaOf({ usuario, equipo, numero, tarjeta, recibidoAt, desfaseSegundos }: Anotada) {
  if (numero === null) return null;
  return {
    ...{ usuario: usuario ?? '', equipo, numero, tarjeta: tarjeta ?? '' },
    ...{ recibidoAt: recibidoAt.toISOString(), desfaseSegundos: desfaseSegundos ?? 0 },
  };
}

/** The days asked for, or the last ones up to today. */
function periodOf(ctx: Context, { dateIni, dateFin }: { dateIni: Fecha | null; dateFin: Fecha | null }) {
  const hasta = dateFin ?? ctx.today();
  const desde = dateIni ?? addDays(hasta, 1 - STATISTICS_DAYS);
  const refusal = refusalOfPeriod(desde, hasta);
  if (refusal) throw new Refusal(refusal);
  const days: Fecha[] = [];
  for (let day = desde; day <= hasta; day = addDays(day, 1)) days.push(day);
  return { desde, hasta, days, from: startOfDay(ctx, desde), until: startOfDay(ctx, addDays(hasta, 1)) };
}

/** Sums of counts by a key, entries and exits apart. */
function bothKinds<K>(conteos: readonly Conteo[], keyOf: (conteo: Conteo) => K) {
  const sums = new Map<K, { entradas: number; salidas: number }>();
  for (const conteo of conteos) {
    const key = keyOf(conteo);
    const sum = sums.get(key) ?? { entradas: 0, salidas: 0 };
    if (sentidoOf(conteo.tipo) === 'entrada') sum.entradas += conteo.total;
    else sum.salidas += conteo.total;
    sums.set(key, sum);
  }
  return (key: K) => sums.get(key) ?? { entradas: 0, salidas: 0 };
}

function totalBy<K extends string>(conteos: readonly Conteo[], keyOf: (conteo: Conteo) => K): [K, number][] {
  const sums = new Map<K, number>();
  for (const conteo of conteos) sums.set(keyOf(conteo), (sums.get(keyOf(conteo)) ?? 0) + conteo.total);
  return [...sums].sort(([, a], [, b]) => b - a);
}

const TAKEN = {
  uq_dispositivo_acceso_nombre: 'Ya hay un dispositivo con ese nombre. Use otro o revoque el existente',
};

export const accesosEndpoints = register(
  accesosContract,
  {
    async page({ query, ctx }) {
      const { sortBy, ...busqueda } = query;
      const found = await searchAccesos(
        ctx.tx,
        {
          ...busqueda,
          byName: sortBy === 'nombre',
          ...{ tipo: busqueda.tipo, tipoVisita: busqueda.tipoVisita, conflicto: busqueda.conflicto },
        },
        ctx.community.timeZone,
      );
      return {
        accesoList: found.rows.map(({ placasArchivoId, idArchivoId, tipo, tipoVisita, ...row }) => ({
          ...row,
          caseta: casetaOf(row),
          tipo: tipo as Tipo,
          tipoVisita: tipoVisita as TipoVisita,
          placasUrl: urlOf(placasArchivoId),
          idUrl: urlOf(idArchivoId),
        })),
        previous: query.page > 0,
        next: found.next,
        total: found.total,
        totalExacto: found.totalExacto,
        ancla: found.ancla,
      };
    },

    novedades: async ({ ctx }) => ({ marca: await findMarca(ctx.tx) }),

    async estadisticas({ query, ctx }) {
      const { desde, hasta, days, from, until } = periodOf(ctx, query);
      const conteos = await listConteos(ctx.tx, desde, hasta);
      const ofDay = bothKinds(conteos, ({ fecha }) => fecha);
      const ofHour = bothKinds(conteos, ({ hora }) => hora);
      const all = bothKinds(conteos, () => 'todos')('todos');
      const byKind = new Map(
        totalBy(
          conteos.filter(({ tipo }) => sentidoOf(tipo) === 'entrada'),
          ({ tipoVisita }) => tipoVisita,
        ),
      );
      const { mediana, estancias } = await findEstancias(ctx.tx, from, until);
      return {
        desde,
        hasta,
        ...all,
        porDia: days.map((fecha) => ({ fecha, ...ofDay(fecha) })),
        porHora: Array.from({ length: 24 }, (_, hora) => ({ hora, ...ofHour(hora) })),
        porTipoVisita: TIPOS_VISITA.map((tipoVisita) => ({ tipoVisita, total: byKind.get(tipoVisita) ?? 0 })),
        porPunto: totalBy(conteos, ({ punto }) => punto).map(([nombre, total]) => ({ nombre, total })),
        porLote: await listLotesVisitados(ctx.tx, from, until),
        estanciaMediana: mediana === null ? null : Math.round(mediana),
        estancias,
      };
    },

    async rondines({ query, ctx }) {
      const { desde, hasta, days, from, until } = periodOf(ctx, query);
      const rows = await listMarcas(ctx.tx, from, until);
      const clock = (instante: number) => wallClockInZone(new Date(instante), ctx.community.timeZone).slice(0, 16);
      const marcas = rows.map(({ fecha, guardia, punto }) => ({ instante: fecha.getTime(), guardia, punto }));
      const byPoint = new Map<string, { marcas: number; ultima: number }>();
      for (const { punto, instante } of marcas) {
        const seen = byPoint.get(punto) ?? { marcas: 0, ultima: 0 };
        byPoint.set(punto, { marcas: seen.marcas + 1, ultima: Math.max(seen.ultima, instante) });
      }
      const puntos = [...byPoint.keys()].sort((a, b) => a.localeCompare(b, 'es'));
      const rondines = rondinesOf(marcas).map((rondin) => ({
        guardia: rondin.guardia,
        inicio: clock(rondin.inicio),
        minutos: Math.round((rondin.fin - rondin.inicio) / 60_000),
        puntos: rondin.puntos,
        faltan: puntos.filter((punto) => !rondin.puntos.includes(punto)),
      }));
      return {
        desde,
        hasta,
        puntos: puntos.map((punto) => {
          const { marcas: count, ultima } = byPoint.get(punto) ?? { marcas: 0, ultima: 0 };
          return { punto, marcas: count, ultima: clock(ultima) };
        }),
        rondines,
        porDia: days.map((fecha) => {
          const ofDay = rondines.filter(({ inicio }) => inicio.startsWith(fecha));
          return {
            fecha,
            rondines: ofDay.length,
            completos: ofDay.filter(({ faltan }) => faltan.length === 0).length,
          };
        }),
      };
    },

    async dispositivos({ ctx }) {
      const rows = await listDispositivos(ctx.tx);
      return rows.map(({ clave_fin, created_at, ultimo_uso, revocado_at, ...row }) => ({
        ...row,
        claveFin: clave_fin,
        createdAt: created_at.toISOString(),
        ultimoUso: ultimo_uso?.toISOString() ?? null,
        revocadoAt: revocado_at?.toISOString() ?? null,
      }));
    },

    async guardarDispositivo({ body, ctx }) {
      const { id, ...values } = body;
      const antes = id === null ? undefined : await findDispositivoForUpdate(ctx.tx, id);
      if (id !== null && !antes) throw new Refusal('El dispositivo ya no existe. Actualice la página');
      if (antes?.revocado_at) throw new Refusal('La clave del dispositivo está revocada. Cree otro dispositivo');
      const key = newDeviceKey();
      const savedId = await saveRecord(ctx, antes, {
        taken: TAKEN,
        insert: () =>
          insertDispositivo(ctx.tx, {
            ...values,
            clave_hash: key.hash,
            clave_fin: key.fin,
            usuario_id: ctx.user.id,
            created_at: ctx.clock.now(),
          }),
        update: (known) => updateDispositivo(ctx.tx, known, values),
        audited: () => ({
          entidad: 'dispositivo_acceso',
          nota: `Dispositivo de acceso «${values.nombre}»`,
          antes: antes && { nombre: antes.nombre, punto: antes.punto },
          despues: values,
        }),
      });
      return { id: savedId, clave: antes ? null : key.clave };
    },

    async revocarDispositivo({ params, ctx }) {
      const antes = await findDispositivoForUpdate(ctx.tx, params.id);
      if (!antes) throw new NotFound(MISSING);
      if (antes.revocado_at) throw new Refusal('La clave del dispositivo ya está revocada');
      const revocado = ctx.clock.now();
      await updateDispositivo(ctx.tx, params.id, { revocado_at: revocado });
      await ctx.audit({
        status: 'cancelado',
        entidad: 'dispositivo_acceso',
        entidadId: params.id,
        nota: `Clave revocada del dispositivo de acceso «${antes.nombre}»`,
        antes: { revocadoAt: null },
        despues: { revocadoAt: revocado },
      });
      return 'La clave ha sido revocada';
    },

    registrar: ({ body, ctx }) => registrar(ctx, body.registros),

    listaLocal: ({ query, ctx }) => listaLocal(ctx, query.marca),

    registrarCaseta: ({ body, ctx }) => registrarCaseta(ctx, body),

    foto: async ({ ctx, prepared }) => ({ id: await guardarFoto(ctx, prepared) }),
  },
  {},
  {
    foto: recibirFoto,
  },
);
