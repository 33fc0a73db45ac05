/**
 * The register of the demo community: lots of every type and status, the people tied to them, and what hangs on both.
 * Deterministic: size and day decide every row. Ids are given here, so that rows can name each other and be written in
 * sets; the sequences follow. All names, numbers and addresses are made up.
 */
import { type Insertable, type Kysely, sql } from 'kysely';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { DB } from '#platform/server/database-types.ts';

type Tx = Kysely<DB>;
type Row<Table extends keyof DB> = Insertable<DB[Table]>;

/** First names and second ones, women's and men's apart. */
const NOMBRES: readonly (readonly [primeros: readonly string[], segundos: readonly string[]])[] = [
  [
    [
      ...[
        'Adriana',
        'Alejandra',
        'Ana',
        'Ángeles',
        'Beatriz',
        'Begoña',
        'Carmen',
        'Claudia',
        'Daniela',
        'Diana',
        'Elena',
      ],
      ...['Érika', 'Estefanía', 'Fátima', 'Fernanda', 'Gloria', 'Guadalupe', 'Inés', 'Julieta', 'Karla', 'Laura'],
      ...['Leticia', 'Lucía', 'Marcela', 'María', 'Mónica', 'Noemí', 'Patricia', 'Regina', 'Rocío', 'Sofía', 'Úrsula'],
      ...['Verónica', 'Ximena'],
    ],
    ['Andrea', 'Belén', 'del Carmen', 'del Rocío', 'Eugenia', 'Isabel', 'José', 'Luisa', 'Paulina', 'Teresa'],
  ],
  [
    [
      ...['Aarón', 'Agustín', 'Álvaro', 'Andrés', 'Carlos', 'César', 'Cristóbal', 'Darío', 'David', 'Eduardo', 'Elías'],
      ...['Emilio', 'Esteban', 'Fabián', 'Gabriel', 'Germán', 'Héctor', 'Iñaki', 'Iván', 'Jesús', 'Joaquín', 'José'],
      ...['Juan', 'León', 'Luis', 'Martín', 'Matías', 'Nicolás', 'Óscar', 'Raúl', 'René', 'Rubén', 'Tomás'],
    ],
    ['Alberto', 'Alejandro', 'Antonio', 'Ángel', 'Francisco', 'Ignacio', 'Manuel', 'María', 'Miguel', 'Ramón'],
  ],
];

const APELLIDOS = [
  ...[
    'Acuña',
    'Aguilar',
    'Álvarez',
    'Arámbula',
    'Ávila',
    'Báez',
    'Barragán',
    'Bermúdez',
    'Cabañas',
    'Cantú',
    'Cárdenas',
  ],
  ...['Castañeda', 'Cervantes', 'Chávez', 'Colín', 'Cortés', 'Dávila', 'de la Peña', 'Díaz', 'Domínguez', 'Echeverría'],
  ...['Escudero', 'Fariñas', 'Figueroa', 'Galván', 'García', 'Garza', 'Gómez', 'González', 'Güémez', 'Gutiérrez'],
  ...['Guzmán', 'Hernández', 'Ibáñez', 'Iturbide', 'Jiménez', 'Juárez', 'Lara', 'Leñero', 'López', 'Luján', 'Márquez'],
  ...['Martínez', 'Medellín', 'Méndez', 'Montaño', 'Muñoz', 'Núñez', 'Ocampo', 'Ordóñez', 'Ortiz', 'Pacheco', 'Peña'],
  ...['Pérez', 'Quiñones', 'Quiroz', 'Ramírez', 'Rendón', 'Ríos', 'Rodríguez', 'Saldívar', 'Sánchez', 'Sepúlveda'],
  ...['Solís', 'Suárez', 'Téllez', 'Treviño', 'Urías', 'Valdés', 'Vázquez', 'Villaseñor', 'Yáñez', 'Zepeda', 'Zúñiga'],
];

const EMPRESAS = [
  ...['Abarrotes La Güera', 'Clínica Dental Sonrisas', 'Consultoría Ordóñez', 'Farmacia San Martín', 'Florería Azahar'],
  ...['Inmobiliaria Peñasco', 'Lavandería Burbujas', 'Panadería El Trigal', 'Papelería Colibrí', 'Veterinaria Ñandú'],
];

const CALLES = [
  ...['Paseo de los Encinos', 'Circuito Jacarandá', 'Calle Ñandú', 'Av. Benito Juárez', 'Privada del Colibrí'],
  ...[
    'Camino al Río',
    'Calle José María Morelos',
    'Cerrada Peñascal',
    'Boulevard de las Cañadas',
    'Calle Andrés Molina',
  ],
  ...['Paseo del Ahuehuete', 'Circuito Pirámides', 'Calle Sor Juana Inés', 'Av. Lázaro Cárdenas', 'Privada Capulín'],
  ...['Camino Viejo a San Ángel', 'Calle Nezahualcóyotl', 'Cerrada del Güero', 'Calzada de los Álamos', 'Calle Búho'],
];

const ETAPAS = ['Parque Ahuehuete', 'Parque Nogal', 'Parque Álamo', 'Parque Piñón', 'Parque Ciruelo', 'Parque Júpiter'];

const PODERES = [
  'Poder general para pleitos y cobranzas',
  'Poder general para actos de administración',
  'Poder general para actos de dominio',
  'Poder especial',
];

const NOTAS = [
  'Entregó copia del INE y del comprobante de domicilio.',
  'Pidió que los recibos se envíen al correo de su contador.',
  'La persona de limpieza entra los martes y los jueves; trae credencial.',
  'Dejó llaves de la cisterna en administración para la revisión del medidor.',
  'Tiene dos perros; se le recordó el reglamento de mascotas.',
  'Autorizó a su hermano, el Sr. Núñez, a recoger las tarjetas de acceso.',
];

const ALERTAS = [
  'Vence el permiso de obra; pedir prórroga firmada por el director responsable.',
  'Llamar para confirmar la fecha de entrega de la escritura.',
  'Revisar la fuga reportada en el medidor de agua antes de que cierre la quincena.',
  'Promesa de pago de la cuota extraordinaria.',
  'Devolver el depósito en garantía si no hay daños en el área común.',
  'Renovar el poder del representante legal: el registrado está por vencer.',
  'Mudanza programada; avisar a caseta.',
];

const VEHICULOS: readonly (readonly [marca: string, modelos: readonly string[]])[] = [
  ['Nissan', ['Versa', 'March', 'Kicks', 'NP300']],
  ['Volkswagen', ['Jetta', 'Vento', 'Tiguan']],
  ['Chevrolet', ['Aveo', 'Trax', 'Onix']],
  ['Toyota', ['Corolla', 'RAV4', 'Hilux']],
  ['Honda', ['City', 'CR-V', 'Civic']],
  ['Mazda', ['3', 'CX-5']],
  ['Kia', ['Río', 'Seltos']],
  ['Citroën', ['C3', 'Berlingo']],
];

const COLORES = ['Blanco', 'Gris', 'Negro', 'Plata', 'Rojo', 'Azul', 'Café', 'Verde', 'Arena'];
const SUBESTADOS = ['obra_en_proceso', 'obra_en_proceso', 'proyecto_aprobado', 'obra_suspendida', 'obra_abandonada'];
const ESTADOS_APP = ['verificada', 'pendiente', 'bloqueada', 'plazo_pago', 'bloqueo_adeudo'] as const;
const LADAS = ['55', '33', '81', '442', '222', '477', '999', '664'];

const LOTES_POR_MANZANA = 24;
/** People per lot: as in a young community up to 300 lots, growing to 5 with former owners and tenants at 10,000. */
const PEOPLE_PER_LOT = { from: { lotes: 300, people: 260 / 300 }, to: { lotes: 10_000, people: 5 } };
/** Some own several lots. */
const OWNERS_PER_LOT = 0.82;
const CENTRO = { latitud: 20.7011, longitud: -100.4477 };

/** A small seeded generator (mulberry32): the same sequence on every machine. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.next() * list.length)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('');
  }
}

/** Midday in Mexico of a civil date, for the columns that hold instants. */
const midday = (fecha: Fecha): string => `${fecha}T18:00:00Z`;

const two = (n: number): string => String(n).padStart(2, '0');

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');

/** A number plate no other index gives: the steps are coprime to the count of plates. */
function plate(index: number): string {
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
  let n = (index * 104_729 + 1_234_567) % (letters.length ** 4 * 1000);
  const letter = () => {
    const at = n % letters.length;
    n = Math.floor(n / letters.length);
    return letters.charAt(at);
  };
  const [a, b, c, d] = [letter(), letter(), letter(), letter()];
  return `${a}${b}${c}-${String(n).padStart(3, '0')}-${d}`;
}

export interface RegisterSize {
  /** How many lots, units included. */
  lotes: number;
  /** The day that 'today' is in the community; dates are counted from it. */
  hoy: Fecha;
}

interface Register {
  lote: (Row<'lote'> & { id: number; status: string })[];
  residente: (Row<'residente'> & { id: number })[];
  lote_residente: Row<'lote_residente'>[];
  representante_legal: Row<'representante_legal'>[];
  representante_lote: Row<'representante_lote'>[];
  telefono: Row<'telefono'>[];
  correo_electronico: Row<'correo_electronico'>[];
  vehiculo: Row<'vehiculo'>[];
  tarjeta_acceso: Row<'tarjeta_acceso'>[];
  nota_alerta: Row<'nota_alerta'>[];
  user_app: Row<'user_app'>[];
}

/** What the other tables' rows refer to. */
interface References {
  tiposTelefono: readonly number[];
  usuarioId: number | null;
}

type Lote = Register['lote'][number];

/** Builds every row; nothing is read or written. */
class Builder {
  readonly rows: Register = {
    lote: [],
    residente: [],
    lote_residente: [],
    representante_legal: [],
    representante_lote: [],
    telefono: [],
    correo_electronico: [],
    vehiculo: [],
    tarjeta_acceso: [],
    nota_alerta: [],
    user_app: [],
  };
  readonly #dice = new Dice(20_260_417);
  readonly #size: RegisterSize;
  readonly #references: References;
  readonly #names = new Set<string>();

  constructor(size: RegisterSize, references: References) {
    this.#size = size;
    this.#references = references;
  }

  build(): Register {
    this.#lotes();
    this.#people();
    this.#representatives();
    this.#vehicles();
    this.#notes();
    this.#appUsers();
    return this.rows;
  }

  /** Those that stand alone first, then shops, then each condominium followed by its units: parents before children. */
  #lotes(): void {
    const { lotes } = this.#size;
    const condominals = lotes < 10 ? 0 : Math.max(1, Math.round(lotes * 0.04));
    const shops = lotes < 10 ? 0 : Math.max(1, Math.round(lotes * 0.06));
    const unitsOf = Array.from({ length: condominals }, () => this.#dice.int(3, 6));
    const units = unitsOf.reduce((sum, count) => sum + count, 0);
    const alone = lotes - condominals - shops - units;
    for (let n = 0; n < alone; n += 1) this.#lote('habitacional', n, this.#statusOf(n));
    for (let n = 0; n < shops; n += 1) {
      this.#lote('comercial', alone + n, this.#dice.chance(0.85) ? 'entregado' : 'disponible', `LC-${two(n + 1)}`);
    }
    unitsOf.forEach((count, n) => {
      const referencia = `C-${two(n + 1)}`;
      const status = n === 0 || this.#dice.chance(0.9) ? 'entregado' : 'disponible';
      // Some have room for a unit that is not registered yet.
      const room = count + (this.#dice.chance(0.25) ? 2 : 0);
      const parent = this.#lote('condominal', alone + shops + n, status, referencia, { numero_viviendas: room });
      for (let unit = 1; unit <= count; unit += 1) {
        this.#lote('habitacional', alone + shops + n, status, `${referencia}-${two(unit)}`, {
          parent_id: parent.id,
          lote: `${parent.lote}-${unit}`,
        });
      }
    });
  }

  /** Mostly entregado; every fiftieth lot is merged and every fiftieth inactive, the first among the first 20. */
  #statusOf(n: number): string {
    if (n === 0) return 'entregado';
    if (n % 50 === 13) return 'fusionado';
    if (n % 50 === 17) return 'inactivo';
    return n === 7 || this.#dice.chance(0.12) ? 'disponible' : 'entregado';
  }

  #lote(tipo: string, place: number, status: string, referencia?: string, more: Partial<Lote> = {}): Lote {
    const dice = this.#dice;
    const { hoy } = this.#size;
    const block = Math.floor(place / LOTES_POR_MANZANA);
    const manzana = String(block + 1);
    const lote = String((place % LOTES_POR_MANZANA) + 1);
    const before = status === 'inactivo' ? (dice.chance(0.7) ? 'entregado' : 'disponible') : null;
    const delivered = status === 'entregado' || before === 'entregado';
    const entrega = delivered ? addDays(hoy, -dice.int(45, 2600)) : null;
    const row: Lote = {
      id: this.rows.lote.length + 1,
      referencia: referencia ?? `M${two(block + 1)}-L${lote.padStart(2, '0')}`,
      tipo,
      status,
      status_anterior: before,
      numero_viviendas: 1,
      calle: `${CALLES[block % CALLES.length]} ${100 + (place % LOTES_POR_MANZANA) * 4 + (block % 4)}`,
      manzana,
      lote,
      etapa: ETAPAS[block % ETAPAS.length] ?? '',
      superficie: surfaceOf(tipo, more.parent_id != null, dice),
      ...occupancyOf(tipo, delivered, dice),
      fecha_entrega: entrega,
      fecha_inicio_pagos: entrega && dice.chance(0.3) ? addDays(entrega, 30) : null,
      latitud: Number((CENTRO.latitud + (block % 25) * 0.0012 + dice.next() * 0.001).toFixed(6)),
      longitud: Number((CENTRO.longitud + Math.floor(block / 25) * 0.0012 + dice.next() * 0.001).toFixed(6)),
      is_recurrente: delivered && more.parent_id == null && dice.chance(0.12),
      acta_entrega: delivered && dice.chance(0.9),
      boleta_predial: delivered && dice.chance(0.7),
      identificacion: delivered && dice.chance(0.8),
      chepina: delivered && dice.chance(0.5),
      num_escrituracion: delivered && dice.chance(0.6) ? dice.digits(5) : '',
      parent_id: null,
      fusion_lote_id: status === 'fusionado' ? this.#mergeTarget() : null,
      created_at: midday(entrega ?? addDays(hoy, -400)),
      updated_at: midday(entrega ?? addDays(hoy, -400)),
      ...more,
    };
    this.rows.lote.push(row);
    return row;
  }

  /** An earlier lot that is delivered and so may take another in. */
  #mergeTarget(): number {
    const { lote } = this.rows;
    return lote.findLast(({ status }) => status === 'entregado')?.id ?? 1;
  }

  /** Every delivered lot has one active associate; then tenants, and in large communities those who lived there before. */
  #people(): void {
    const { lotes, hoy } = this.#size;
    const dice = this.#dice;
    const { from, to } = PEOPLE_PER_LOT;
    const grown = Math.min(1, Math.max(0, (lotes - from.lotes) / (to.lotes - from.lotes)));
    const wanted = Math.round(lotes * (from.people + (to.people - from.people) * grown));
    const owned = this.rows.lote.filter(({ fecha_entrega }) => fecha_entrega != null);
    const owners = Math.max(Math.min(owned.length, 1), Math.round(owned.length * OWNERS_PER_LOT));
    owned.forEach((lote, n) => {
      // Who owns several lots bought them one after another.
      const owner = n < owners ? this.#resident('asociado', lote) : this.rows.residente[dice.int(0, owners - 1)];
      if (owner) this.#tie(lote, owner.id, true, lote.fecha_entrega ?? hoy);
    });

    const rented = owned.filter(({ sub_category_hab }) => sub_category_hab === 'alquilada');
    const others = Math.max(0, wanted - this.rows.residente.length);
    for (let n = 0; n < others && owned.length > 0; n += 1) {
      const lote = rented[n];
      // A tenant for each rented home first; further ones in turn, of whom the earlier ones have left.
      if (lote) {
        this.#tie(lote, this.#resident('inquilino', lote).id, false, addDays(hoy, -dice.int(20, 700)));
        continue;
      }
      const next = owned[(n * 7) % owned.length] ?? lote;
      if (!next) continue;
      const stays = next.sub_category_hab === 'alquilada' && dice.chance(0.5);
      const wasOwner = !stays && dice.chance(0.3);
      const since = addDays(hoy, -dice.int(900, 2600));
      const resident = this.#resident(wasOwner ? 'asociado' : 'inquilino', next);
      this.#tie(next, resident.id, wasOwner, since, stays ? null : addDays(since, dice.int(60, 800)));
    }
  }

  #name(): string {
    const dice = this.#dice;
    for (;;) {
      const [firsts, seconds] = dice.pick(NOMBRES);
      const second = dice.chance(0.55) ? ` ${dice.pick(seconds)}` : '';
      const name = `${dice.pick(firsts)}${second} ${dice.pick(APELLIDOS)} ${dice.pick(APELLIDOS)}`;
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }

  #resident(tipo: string, lote: Lote): Register['residente'][number] {
    const dice = this.#dice;
    const id = this.rows.residente.length + 1;
    const company = tipo === 'asociado' && lote.tipo === 'comercial' && dice.chance(0.6);
    const name = company ? `${dice.pick(EMPRESAS)} ${lote.referencia}, S.A. de C.V.` : this.#name();
    const created = midday(lote.fecha_entrega ?? this.#size.hoy);
    const row = { id, name, tipo, created_at: created, updated_at: created };
    this.rows.residente.push(row);
    this.#phones({ residente_id: id, representante_id: null });
    this.#mails({ residente_id: id, representante_id: null }, name, tipo === 'asociado');
    return row;
  }

  #tie(lote: Lote, residenteId: number, asociado: boolean, since: Fecha, until: Fecha | null = null): void {
    this.rows.lote_residente.push({
      id: this.rows.lote_residente.length + 1,
      lote_id: lote.id,
      residente_id: residenteId,
      asociado,
      active: until === null,
      desde: midday(since),
      hasta: until && midday(until),
    });
  }

  #phones(of: { residente_id: number | null; representante_id: number | null }): void {
    const dice = this.#dice;
    const { tiposTelefono } = this.#references;
    if (tiposTelefono.length === 0) return;
    const count = dice.chance(0.35) ? 2 : 1;
    for (let n = 0; n < count; n += 1) {
      const lada = dice.pick(LADAS);
      this.rows.telefono.push({
        id: this.rows.telefono.length + 1,
        ...of,
        // The first kind is the mobile phone, which nearly everybody gives first.
        tipo_numero_telefono_id: n === 0 && tiposTelefono[0] ? tiposTelefono[0] : dice.pick(tiposTelefono),
        numero: `${lada}${dice.int(2, 9)}${dice.digits(9 - lada.length)}`,
        referencia: dice.chance(0.1) ? 'Llamar por la tarde' : '',
      });
    }
  }

  #mails(of: { residente_id: number | null; representante_id: number | null }, name: string, invoices: boolean): void {
    const dice = this.#dice;
    const count = dice.chance(0.85) ? (dice.chance(0.15) ? 2 : 1) : 0;
    for (let n = 0; n < count; n += 1) {
      this.rows.correo_electronico.push({
        id: this.rows.correo_electronico.length + 1,
        ...of,
        correo: `${slug(name).slice(0, 60)}${n === 0 ? '' : '.facturas'}@${dice.pick(['correo', 'buzon', 'mensaje'])}.example`,
        facturar: invoices && (n > 0 || dice.chance(0.5)),
        referencia: n === 0 ? '' : 'Contador',
      });
    }
  }

  #representatives(): void {
    const dice = this.#dice;
    const owned = this.rows.lote.filter(({ status }) => status === 'entregado');
    const count = owned.length === 0 ? 0 : Math.max(1, Math.round(owned.length * 0.05));
    for (let n = 0; n < count; n += 1) {
      const id = n + 1;
      const name = this.#name();
      const created = midday(addDays(this.#size.hoy, -dice.int(30, 900)));
      this.rows.representante_legal.push({
        id,
        name,
        tipo_poder: dice.pick(PODERES),
        created_at: created,
        updated_at: created,
      });
      const first = Math.floor((n * owned.length) / count);
      // Some represent two neighbouring lots.
      for (const lote of owned.slice(first, first + (dice.chance(0.2) && count * 2 < owned.length ? 2 : 1))) {
        this.rows.representante_lote.push({ representante_id: id, lote_id: lote.id });
      }
      this.#phones({ residente_id: null, representante_id: id });
      this.#mails({ residente_id: null, representante_id: id }, name, false);
    }
  }

  #vehicles(): void {
    const dice = this.#dice;
    const { hoy } = this.#size;
    for (const lote of this.rows.lote) {
      if (lote.category_hab !== 'habitado') continue;
      const count = dice.chance(0.25) ? 2 : 1;
      for (let n = 0; n < count; n += 1) {
        const id = this.rows.vehiculo.length + 1;
        const [marca, modelos] = dice.pick(VEHICULOS);
        const created = midday(addDays(hoy, -dice.int(1, 40)));
        const common = { created_at: created, updated_at: created };
        this.rows.vehiculo.push({
          id,
          placa: plate(id),
          marca,
          modelo: dice.pick(modelos),
          color: dice.pick(COLORES),
          lote_id: lote.id,
          ...common,
        });
        if (!dice.chance(0.9)) continue;
        const number = this.rows.tarjeta_acceso.length + 1;
        const status = number % 11 === 5 ? 'baja' : number % 17 === 3 ? 'suspendido' : 'activo';
        this.rows.tarjeta_acceso.push({
          id: number,
          numero: String(20_000_000 + number * 37),
          status,
          fecha_baja: status === 'baja' ? addDays(hoy, -dice.int(0, 40)) : null,
          vehiculo_id: id,
          ...common,
        });
      }
    }
  }

  /** Notes at every fifth lot or so; a handful of alerts around today, whatever the size, as a desk would keep them. */
  #notes(): void {
    const dice = this.#dice;
    const { lotes, hoy } = this.#size;
    const owned = this.rows.lote.filter(({ status }) => status === 'entregado');
    if (owned.length === 0) return;
    const add = (tipo: string, descripcion: string, fecha: Fecha, created: Fecha) =>
      this.rows.nota_alerta.push({
        id: this.rows.nota_alerta.length + 1,
        tipo,
        lote_id: dice.pick(owned).id,
        activa: true,
        descripcion,
        fecha_recordatorio: fecha,
        usuario_id: this.#references.usuarioId,
        created_at: midday(created),
      });
    const alerts = Math.max(3, Math.round(Math.min(lotes * 0.04, 11 + lotes * 0.004)));
    for (let n = 0; n < alerts; n += 1) {
      // Today and the days around it first: each urgency shows in the smallest community too.
      const distance = [0, -2, 2, 9, 3, -1][n] ?? dice.int(-6, 14);
      add('alerta', ALERTAS[n % ALERTAS.length] ?? '', addDays(hoy, distance), addDays(hoy, Math.min(distance, 0) - 3));
    }
    for (let n = 0; n < Math.max(2, Math.round(lotes * 0.2)); n += 1) {
      const day = addDays(hoy, -dice.int(0, 90));
      add('nota', dice.pick(NOTAS), day, day);
    }
  }

  /** Users of the residents' app: each of the five states, most of them, and the first, with the token of a phone. */
  #appUsers(): void {
    const dice = this.#dice;
    const owned = this.rows.lote.filter(({ status }) => status === 'entregado');
    const ownerOf = new Map<number, number>();
    for (const { lote_id, residente_id, asociado, active } of this.rows.lote_residente) {
      if (asociado && active) ownerOf.set(lote_id, residente_id);
    }
    const count = Math.min(owned.length, Math.max(7, Math.round(owned.length * 0.3)));
    for (let n = 0; n < count; n += 1) {
      const lote = owned[Math.floor((n * owned.length) / count)];
      const name = lote && this.rows.residente[(ownerOf.get(lote.id) ?? 0) - 1]?.name;
      if (!lote || !name) continue;
      const id = this.rows.user_app.length + 1;
      const usual = dice.chance(0.6) ? 'verificada' : dice.pick(ESTADOS_APP);
      const status = ESTADOS_APP[n] ?? usual;
      const created = midday(addDays(this.#size.hoy, -dice.int(1, 40)));
      this.rows.user_app.push({
        id,
        name,
        email: `${slug(name).split('.').slice(0, 2).join('.')}.${id}@correo.example`,
        phone: `55${dice.int(2, 9)}${dice.digits(7)}`,
        status,
        token: status === 'pendiente' || (n > 0 && dice.chance(0.1)) ? null : `demo-${id}-${dice.digits(12)}`,
        lote_id: lote.id,
        created_at: created,
        updated_at: created,
      });
    }
  }
}

function surfaceOf(tipo: string, isUnit: boolean, dice: Dice): number {
  if (tipo === 'condominal') return dice.int(900, 3200);
  if (tipo === 'comercial') return dice.int(40, 600) + 0.5;
  return isUnit ? dice.int(65, 140) + 0.25 : dice.int(120, 420) + dice.int(0, 3) * 0.25;
}

type Use = Pick<Lote, 'category' | 'subestado' | 'category_hab' | 'sub_category_hab'>;

/** What stands on a lot and who lives there: nothing yet on what is for sale, mostly a lived-in house on the others. */
function occupancyOf(tipo: string, delivered: boolean, dice: Dice): Use {
  const none: Use = { category: null, subestado: null, category_hab: null, sub_category_hab: null };
  if (tipo === 'condominal') return none;
  if (!delivered) return { ...none, category: 'baldio' };
  const roll = dice.next();
  if (roll < 0.08) return { ...none, category: 'baldio', category_hab: 'deshabitado' };
  if (roll < 0.18) {
    return { ...none, category: 'construccion', subestado: dice.pick(SUBESTADOS), category_hab: 'deshabitado' };
  }
  if (roll < 0.26) return { ...none, category_hab: 'deshabitado' };
  const lives = dice.next();
  const sub_category_hab = lives < 0.66 ? 'propietario' : lives < 0.93 ? 'alquilada' : 'airbnb';
  return { ...none, category_hab: 'habitado', sub_category_hab };
}

const CHUNK_ROWS = 2000;

/** Writes rows by sets of 2,000, each one statement with one parameter; all rows must have the same columns. */
async function insertAll<Table extends keyof Register>(tx: Tx, table: Table, rows: Register[Table]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const chunk = JSON.stringify(rows.slice(at, at + CHUNK_ROWS));
    await sql`
      INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${chunk}::jsonb)`.execute(tx);
  }
  if ('id' in first) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${rows.length})`.execute(tx);
  }
}

/** Fills the register of a new, empty community. */
export async function loadRegisterDemo(tx: Tx, size: RegisterSize): Promise<void> {
  const tipos = await tx.selectFrom('tipo_numero_telefono').select('id').orderBy('id').execute();
  const usuario = await tx
    .selectFrom('usuario')
    .select('id')
    .where('username', '=', 'administrador')
    .executeTakeFirst();
  const rows = new Builder(size, {
    tiposTelefono: tipos.map(({ id }) => id),
    usuarioId: usuario?.id ?? null,
  }).build();
  // In the order of the references between the tables.
  for (const table of Object.keys(rows) as (keyof Register)[]) await insertAll(tx, table, rows[table]);
  await sql`ANALYZE ${sql.join(Object.keys(rows).map((table) => sql.table(table)))}`.execute(tx);
}
