/** The gate log, the devices that write it, its statistics and the guards' rounds. */
import { isFechaHora } from '#core/fecha.ts';
import { PICTURE_BYTES_MAX } from '#features/archivos/rules.ts';
import { idOrNew, idParams, optionalFecha, optionalText, paging, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, raw, refusable, saved, uploadBody } from '#platform/endpoint.ts';
import { DEVICE } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';
import { CONFLICTOS, RONDIN, SENTIDOS, TIPO_VISITA_DEFAULT, TIPOS, TIPOS_VISITA } from './rules.ts';

const endpoint = endpointsOf('accesos');

/** A filter that '' leaves open. */
const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(options).optional());

const acceso = z.object({
  id: z.number(),
  nombre: z.string(),
  tipoVisita: z.enum(TIPOS_VISITA),
  /** 'YYYY-MM-DDTHH:mm' on the community's clock. */
  fechaHoraAcceso: z.string(),
  cono: z.string(),
  placas: z.string(),
  puntoAcceso: z.string(),
  tipo: z.enum(TIPOS),
  /** The lot's reference, as the device wrote it. */
  idLote: z.string(),
  direccion: z.string(),
  /** Our addition: a reference that no lot had when the record came. */
  loteDesconocido: z.boolean(),
  /** Where the photographs are read, with a session; '' without one. */
  placasUrl: z.string(),
  idUrl: z.string(),
  nombreSeguridad: z.string(),
  nombreEncargadoObra: z.string(),
  acompanantes: z.number(),
  motivo: z.string(),
  /** Our addition: what a guard wrote down, by hand or without network, and from where; null of what a device sent. */
  caseta: z
    .object({
      usuario: z.string(),
      equipo: z.string(),
      numero: z.number(),
      tarjeta: z.string(),
      recibidoAt: z.string(),
      /** By how much its clock was ahead of the server's. */
      desfaseSegundos: z.number(),
    })
    .nullable(),
  /** What did not agree with the server when it came. */
  conflictos: z.array(z.enum(CONFLICTOS)),
});

export type Acceso = z.output<typeof acceso>;

/** An instant as a device tells it. */
const fechaHora = text(40).refine(isFechaHora, {
  message: 'Escriba una fecha que exista, como 2026-11-21T14:05 o con su diferencia horaria',
});

const REGISTROS_MAX = 500;
const registro = z.object({
  /** The device's own name of the record. */
  idRegistro: text(100),
  /** With an offset, or on the community's clock. */
  fechaHoraAcceso: fechaHora,
  tipo: z.enum([...TIPOS, RONDIN]),
  tipoVisita: z.enum(TIPOS_VISITA).default(TIPO_VISITA_DEFAULT),
  nombre: optionalText(200),
  placas: optionalText(30),
  cono: optionalText(30),
  /** Left out: the device's own place. */
  puntoAcceso: optionalText(100),
  /** The lot's reference. One that does not exist is kept as it came, without an address. */
  referencia: optionalText(100),
  nombreSeguridad: optionalText(200),
  nombreEncargadoObra: optionalText(200),
  acompanantes: z.number().int().min(0).max(999).default(0),
  motivo: optionalText(500),
  /** Ids that `/acceso/foto` answered. */
  placasFoto: idOrNew,
  idFoto: idOrNew,
});

export type Registro = z.output<typeof registro>;

export const REGISTROS_CASETA_MAX = 100;

/** What a guard writes down. */
const anotacion = z.object({
  tipo: z.enum(SENTIDOS),
  tipoVisita: z.enum(TIPOS_VISITA).default(TIPO_VISITA_DEFAULT),
  nombre: optionalText(200),
  placas: optionalText(30),
  tarjeta: optionalText(50),
  /** The lot's reference. One that does not exist is kept as it came. */
  referencia: optionalText(100),
  motivo: optionalText(500),
});

export const anotacionSchema = anotacion.refine(
  ({ nombre, placas, tarjeta, referencia }) => nombre + placas + tarjeta + referencia !== '',
  { path: ['placas'], message: 'Escriba la placa, el lote o el nombre de quien pasa' },
);

export type Anotacion = z.output<typeof anotacion>;

const registroCaseta = anotacion
  .extend({
    /** Of this device, one after the other; sent again, it is the same record. */
    numero: z.number().int().min(1).max(2_147_483_647),
    /** By the device's clock, with an offset. */
    fechaHoraAcceso: fechaHora,
    /** The plate or the card stood in the local list. */
    deLista: z.boolean().default(false),
  })
  .refine(({ nombre, placas, tarjeta, referencia }) => nombre + placas + tarjeta + referencia !== '', {
    path: ['placas'],
    message: 'Diga la placa, la tarjeta, el lote o el nombre',
  });

export type RegistroCaseta = z.output<typeof registroCaseta>;

const bloqueo = z.string();
const lista = z.object({
  lotes: z.array(z.object({ referencia: z.string(), direccion: z.string(), bloqueo })),
  vehiculos: z.array(z.object({ placa: z.string(), descripcion: z.string(), referencia: z.string(), bloqueo })),
  tarjetas: z.array(z.object({ numero: z.string(), placa: z.string(), referencia: z.string(), bloqueo })),
  /** Who lives there, who has the residents' app, and who is expected today or tomorrow. */
  personas: z.array(z.object({ nombre: z.string(), referencia: z.string(), nota: z.string(), bloqueo })),
});

export type ListaLocal = z.output<typeof lista>;

export const dispositivoSchema = z.object({ id: idOrNew, nombre: text(100), punto: text(100) });

const periodo = { dateIni: optionalFecha, dateFin: optionalFecha };

const cuenta = z.object({ nombre: z.string(), total: z.number() });

export const accesosContract = {
  page: endpoint({
    method: 'GET',
    path: '/acceso/allpaginable',
    roles: 'ABG',
    summary:
      'Una página del registro de accesos. Con «ancla», la de la página anterior, una página lejana cuesta lo que la primera.',
    query: z.object({
      ...paging,
      sortBy: z.enum(['fechaHoraAcceso', 'nombre']).default('fechaHoraAcceso'),
      name: optionalText(200),
      tipoVisita: choice(TIPOS_VISITA),
      placas: optionalText(30),
      tipo: choice(TIPOS),
      cono: optionalText(30),
      dateIni: optionalFecha,
      dateFin: optionalFecha,
      calle: optionalText(200),
      lote: optionalText(100),
      manzana: optionalText(100),
      etapa: optionalText(100),
      /** Our addition: the lot's whole reference. */
      referencia: optionalText(100),
      /** Our addition: 'si' leaves those that did not agree with the server. */
      conflicto: choice(['si']),
      ancla: optionalText(500),
    }),
    answer: raw(
      z.object({
        accesoList: z.array(acceso),
        previous: z.boolean(),
        next: z.boolean(),
        total: z.number(),
        /** False: there are at least `total`; counting all of them would take longer than finding these. */
        totalExacto: z.boolean(),
        /** Where the next page begins; '' without one. */
        ancla: z.string(),
      }),
    ),
  }),
  novedades: endpoint({
    method: 'GET',
    path: '/acceso/novedades',
    roles: 'ABG',
    summary: 'Una marca que cambia cuando llega un registro; con ella la pantalla sabe, sin costo, si hay algo nuevo.',
    answer: data(z.object({ marca: z.string() })),
  }),
  estadisticas: endpoint({
    method: 'GET',
    path: '/acceso/estadisticas',
    roles: 'AB',
    summary: 'Cuántos accesos hubo en un periodo, por día, hora, tipo, punto y lote, y cuánto duran las visitas.',
    query: z.object(periodo),
    answer: refusable(
      data(
        z.object({
          desde: z.string(),
          hasta: z.string(),
          entradas: z.number(),
          salidas: z.number(),
          /** Whole days of the period, the ones without accesses included. */
          porDia: z.array(z.object({ fecha: z.string(), entradas: z.number(), salidas: z.number() })),
          /** Of the 24 hours of a day. */
          porHora: z.array(z.object({ hora: z.number(), entradas: z.number(), salidas: z.number() })),
          porTipoVisita: z.array(z.object({ tipoVisita: z.enum(TIPOS_VISITA), total: z.number() })),
          porPunto: z.array(cuenta),
          porLote: z.array(cuenta),
          /** Minutes between entering and leaving, of who comes as a visit; null where nobody left. */
          estanciaMediana: z.number().nullable(),
          estancias: z.number(),
        }),
      ),
    ),
  }),
  rondines: endpoint({
    method: 'GET',
    path: '/rondin/tablero',
    roles: 'AB',
    summary: 'Los rondines de un periodo: quién, cuándo y qué puntos, y de cada punto su última visita.',
    query: z.object(periodo),
    answer: refusable(
      data(
        z.object({
          desde: z.string(),
          hasta: z.string(),
          puntos: z.array(z.object({ punto: z.string(), marcas: z.number(), ultima: z.string() })),
          rondines: z.array(
            z.object({
              guardia: z.string(),
              inicio: z.string(),
              minutos: z.number(),
              puntos: z.array(z.string()),
              faltan: z.array(z.string()),
            }),
          ),
          porDia: z.array(z.object({ fecha: z.string(), rondines: z.number(), completos: z.number() })),
        }),
      ),
    ),
  }),
  dispositivos: endpoint({
    method: 'GET',
    path: '/dispositivoacceso/all',
    roles: 'AB',
    summary: 'Los dispositivos que envían accesos, sin sus claves.',
    answer: list(
      z.object({
        id: z.number(),
        nombre: z.string(),
        punto: z.string(),
        claveFin: z.string(),
        createdAt: z.string(),
        ultimoUso: z.string().nullable(),
        revocadoAt: z.string().nullable(),
        registros: z.boolean(),
      }),
    ),
  }),
  guardarDispositivo: endpoint({
    method: 'POST',
    path: '/dispositivoacceso/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza un dispositivo. La clave de uno nuevo se responde una sola vez.',
    body: dispositivoSchema,
    answer: saved(z.object({ id: z.number(), clave: z.string().nullable() })),
  }),
  revocarDispositivo: endpoint({
    method: 'DELETE',
    path: '/dispositivoacceso/revocar/{id}',
    roles: 'AB',
    summary: 'Revoca la clave de un dispositivo, desde ese momento y para siempre.',
    params: idParams,
    answer: done(),
  }),
  registrar: endpoint({
    method: 'POST',
    path: '/acceso/registrar',
    roles: DEVICE,
    summary: `Guarda hasta ${REGISTROS_MAX} registros de un dispositivo, todos o ninguno. Uno que se repite (mismo idRegistro) se reconoce y no se guarda otra vez.`,
    body: z.object({ registros: z.array(registro).min(1).max(REGISTROS_MAX) }),
    bodyLimit: 2 * 1024 * 1024,
    // The log is its own record of who wrote what and when, and nobody edits it.
    audited: false,
    answer: data(z.object({ nuevos: z.number(), repetidos: z.number() })),
  }),
  listaLocal: endpoint({
    method: 'GET',
    path: '/acceso/lista-local',
    roles: 'ABG',
    summary:
      'Lo que la caseta necesita sin red: lotes, placas, tarjetas y personas, con lo bloqueado. Con la «marca» de la que ya se tiene, la lista se responde sólo si cambió.',
    query: z.object({ marca: optionalText(100) }),
    answer: data(
      z.object({
        /** The instant at which it was so. */
        hechaAt: z.string(),
        marca: z.string(),
        /** False: the community has more than is kept on a machine. */
        completa: z.boolean(),
        /** null: as before. */
        lista: lista.nullable(),
      }),
    ),
  }),
  registrarCaseta: endpoint({
    method: 'POST',
    path: '/acceso/registrar-caseta',
    roles: 'ABG',
    summary: `Guarda hasta ${REGISTROS_CASETA_MAX} entradas y salidas que un guardia anotó, también sin red. Una que se repite (mismo equipo y número) se reconoce y no se guarda otra vez; lo que no concuerda con el servidor se guarda y se marca.`,
    body: z.object({
      /** The browser's own number. */
      equipo: z.uuid('El número del equipo no es válido'),
      /** What its clock says while it sends. */
      reloj: fechaHora,
      registros: z.array(registroCaseta).min(1).max(REGISTROS_CASETA_MAX),
    }),
    answer: data(
      z.object({
        nuevos: z.number(),
        repetidos: z.number(),
        conflictos: z.number(),
        /** Those that cannot have happened when they say; the device keeps them. */
        rechazados: z.array(z.object({ numero: z.number(), motivo: z.string() })),
      }),
    ),
  }),
  foto: endpoint({
    method: 'POST',
    path: '/acceso/foto',
    roles: DEVICE,
    summary: 'Guarda una foto (PNG o JPEG, hasta 5 MB y 40 megapixeles). Repetida, responde el mismo id.',
    upload: { bytesMax: PICTURE_BYTES_MAX },
    body: uploadBody,
    audited: false,
    answer: data(z.object({ id: z.number() })),
  }),
};
