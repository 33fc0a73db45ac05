/** Suppliers, articles and purchase orders of the demo community; everything is made up. */
import { sql } from 'kysely';
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';

const PROVEEDORES = [
  ['Jardinería y Viveros del Bajío, S.A. de C.V.', 'Viveros del Bajío', 'JVB090213AB1', 'Lucía Ordóñez', 'jardin'],
  ['Seguridad Privada Halcón, S.A. de C.V.', 'Halcón', 'SPH120805KL2', 'Héctor Quiroz', 'seguridad'],
  ['Materiales y Acabados Peñasco, S.A. de C.V.', 'Materiales Peñasco', 'MAP150630QR3', 'Íñigo Peñasco', 'materiales'],
  ['Químicos para Albercas Azul, S. de R.L. de C.V.', 'Albercas Azul', 'QAA180117TU4', 'Noemí Yáñez', 'albercas'],
  ['Iluminación Led de México, S.A. de C.V.', 'LedMex', 'ILM110922XY5', 'Óscar Güémez', 'led'],
  ['Papelería El Colibrí', 'El Colibrí', 'CUCE800514NP6', 'Érika Cuevas', 'papeleria'],
] as const;

/** Name, presentation, unit, unit price in pesos. */
const ARTICULOS = [
  ['Pasto en rollo', 'Rollo', 'm²', 62.5],
  ['Fertilizante triple 17', 'Costal de 50 kg', 'Costal', 980],
  ['Cono vial reflejante', 'Pieza', 'Pza', 215],
  ['Pluma de acceso vehicular', 'Brazo de 4 m', 'Pza', 8_450],
  ['Cemento gris', 'Bulto de 50 kg', 'Bulto', 268],
  ['Pintura para tráfico amarilla', 'Cubeta de 19 L', 'Cubeta', 2_190],
  ['Cloro granulado', 'Cubeta de 50 kg', 'Cubeta', 3_450],
  ['Luminaria led 100 W', 'Pieza', 'Pza', 1_875],
  ['Papel bond carta', 'Caja con 10 paquetes', 'Caja', 1_120],
  ['Tóner de impresora', 'Cartucho', 'Pza', 1_649.9],
] as const;

/** Which articles a supplier sells, by their places in the list. */
const VENDE = [
  [0, 1],
  [2, 3],
  [4, 5],
  [6, 2],
  [7, 9],
  [8, 9],
] as const;

const ORDENES = 36;
const DAYS = 120;

interface Now {
  hoy: Fecha;
  ahora: Date;
}

interface Ordered {
  id: number;
  age: number;
  estatus: string;
  lines: readonly { place: number; cantidad: number }[];
}

const RECIBEN = ['Ramiro Ávila', 'Caseta norte', 'Sofía Marín'] as const;

/** What the states say: of a part the first line by half, three days after it was ordered. */
async function receiveDemo(tx: Tx, { hoy, ahora }: Now, orders: readonly Ordered[]): Promise<void> {
  const received = orders
    .filter(({ estatus }) => estatus.startsWith('RECIBIDA'))
    .map(({ estatus, lines, ...order }, n) => ({
      ...order,
      id: n + 1,
      orden: order.id,
      lines: lines
        .map(({ place, cantidad }) =>
          estatus === 'RECIBIDA TOTAL' ? { place, cantidad } : { place, cantidad: Math.ceil(cantidad / 2) },
        )
        .slice(0, estatus === 'RECIBIDA TOTAL' ? undefined : 1),
    }));
  await tx
    .insertInto('recepcion_compra')
    .values(
      received.map(({ id, orden, age }) => ({
        id,
        orden_compra_id: orden,
        fecha: sql<string>`${hoy}::date - ${sql.lit(Math.max(0, age - 3))}`,
        recibio: RECIBEN[id % RECIBEN.length] ?? RECIBEN[0],
        observacion: id % 6 === 2 ? 'Una pieza llegó con la caja abierta, sin daño' : '',
        created_at: sql<Date>`least((${hoy}::date - ${sql.lit(Math.max(0, age - 3))} + time '18:40') AT TIME ZONE 'UTC', ${ahora})`,
      })),
    )
    .execute();
  await tx
    .insertInto('recepcion_compra_articulo')
    .values(
      received.flatMap(({ id, lines }) =>
        lines.map(({ place, cantidad }, index) => ({
          recepcion_id: id,
          numero: index + 1,
          articulo_id: place + 1,
          cantidad: String(cantidad),
        })),
      ),
    )
    .execute();
}

/** Orders of the last months in every state; the price of some is not what their lines add up to, as happens. */
function planOrders() {
  return Array.from({ length: ORDENES }, (_, n) => {
    const proveedor = n % PROVEEDORES.length;
    const lines = (VENDE[proveedor] ?? []).slice(0, 1 + (n % 2)).flatMap((place, at) => {
      const articulo = ARTICULOS[place];
      return articulo ? [{ place, articulo, cantidad: 2 + ((n * 7 + at * 3) % 18) }] : [];
    });
    const total = lines.reduce((sum, { articulo, cantidad }) => sum + Math.round(articulo[3] * 100) * cantidad, 0);
    const age = Math.round((n * DAYS) / ORDENES);
    const estatus = n % 9 === 5 ? 'CANCELADA' : n < 4 ? 'CREADA' : n % 5 === 2 ? 'RECIBIDA PARCIAL' : 'RECIBIDA TOTAL';
    const pago = estatus === 'RECIBIDA TOTAL' ? (n % 4 === 0 ? 'PAGO PARCIAL' : 'PAGO TOTAL') : 'SIN PAGAR';
    // Some came with delivery, which no line says.
    return { id: ORDENES - n, proveedor, lines, age, estatus, pago, precio: n % 7 === 3 ? total + 35_000 : total };
  });
}

async function loadOrders(tx: Tx, { hoy, ahora }: Now, orders: ReturnType<typeof planOrders>): Promise<void> {
  await tx
    .insertInto('orden_compra')
    .values(
      orders.map(({ id, proveedor, age, estatus, pago, precio }) => {
        const created = sql<Date>`least((${hoy}::date - ${sql.lit(age)} + time '17:20') AT TIME ZONE 'UTC', ${ahora})`;
        return {
          id,
          proveedor_id: proveedor + 1,
          estatus,
          precio_centavos: precio,
          estatus_pago: pago,
          num_facturas: pago === 'SIN PAGAR' ? 0 : 1 + (id % 2),
          created_at: created,
          updated_at: created,
        };
      }),
    )
    .execute();
  await tx
    .insertInto('orden_compra_articulo')
    .values(
      orders.flatMap(({ id, lines }) =>
        lines.map(({ place, articulo: [, presentacion, unidad, precio], cantidad }, index) => ({
          orden_compra_id: id,
          numero: index + 1,
          articulo_id: place + 1,
          presentacion,
          unidad_medida: unidad,
          precio_unitario_centavos: Math.round(precio * 100),
          cantidad: String(cantidad),
        })),
      ),
    )
    .execute();
}

/** Suppliers, articles, their orders and what was received. */
/** `ahora`: nothing of it was written later, whatever hour of its last day it is. */
export async function loadPurchasingDemo(tx: Tx, { hoy, ahora }: Now): Promise<void> {
  await tx
    .insertInto('proveedor')
    .values(
      PROVEEDORES.map(([nombre, comercial, rfc, contacto, correo], index) => ({
        id: index + 1,
        nombre,
        nombre_comercial: comercial,
        rfc,
        nombre_contacto: contacto,
        correo: `${correo}@proveedores.example`,
        telefono: `442${String(5_550_100 + index * 7)}`,
      })),
    )
    .execute();
  await tx
    .insertInto('articulo')
    .values(ARTICULOS.map(([nombre], index) => ({ id: index + 1, nombre })))
    .execute();
  const orders = planOrders();
  await loadOrders(tx, { hoy, ahora }, orders);
  await receiveDemo(tx, { hoy, ahora }, orders);
  for (const table of ['proveedor', 'articulo', 'orden_compra', 'recepcion_compra']) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT max(id) FROM ${sql.table(table)}))`.execute(
      tx,
    );
  }
}
