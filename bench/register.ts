/** The register that the benches measure: 10,000 lots and 50,000 people unless told, the same in every run. */
import type pg from 'pg';

export const LOTES = 10_000;
/** Of each lot. */
const PEOPLE = 5;

/** One of a list, scattered by the row's number; the same in every run. */
const pick = (names: readonly string[], salt: number) =>
  `(ARRAY[${names.map((name) => `'${name}'`).join()}])[1 + abs(hashint4(i + ${salt})) % ${names.length}]`;

const NAMES =
  'María,José,Ángel,Lucía,Sofía,Andrés,Inés,Raúl,Verónica,Óscar,Guadalupe,Fernando,Ximena,Iván,Rocío,Héctor,Ana,Julián';
const SECOND =
  'Antonio,de Jesús,Fernanda,Luis,Elena,Alberto,Isabel,Eduardo,Carmen,Margarita,Tomás,Noé,Abril,Saúl,Renata,Ulises';
const SURNAMES =
  'Hernández,García,Martínez,López,González,Pérez,Rodríguez,Sánchez,Ramírez,Cruz,Flores,Gómez,Morales,Vázquez,Jiménez,Reyes,Díaz,Torres,Gutiérrez,Ruiz,Mendoza,Núñez,Peña,Íñiguez,Zúñiga,Ávila,Muñoz,Ochoa,Quiñones,Yáñez';
const STREETS =
  'Paseo de los Encinos,Calle Jacarandas,Avenida las Águilas,Privada Cóndor,Circuito Pirámides,Avenida Benito Juárez,Circuito Río Nazas,Calle la Cañada,Privada San Ángel,Cerrada Olmos,Andador Fresnos,Retorno Ahuehuetes,Calle Colibrí,Paseo del Volcán,Privada Ceibas,Calle Nogales';

const generate = (lotes: number) => `
  INSERT INTO residente (id, name, tipo)
  SELECT i, ${pick(NAMES.split(','), 0)} || ' ' || ${pick(SECOND.split(','), 1_000_000)} || ' '
      || ${pick(SURNAMES.split(','), 2_000_000)} || ' ' || ${pick(SURNAMES.split(','), 3_000_000)},
    CASE WHEN i <= ${lotes} THEN 'asociado' ELSE 'inquilino' END
  FROM generate_series(1, ${lotes * PEOPLE}) AS i;
  INSERT INTO lote (id, referencia, tipo, status, fecha_entrega, calle, manzana, lote, etapa, superficie, is_recurrente)
  SELECT i, 'ENC-' || lpad(i::text, 5, '0'), (ARRAY['habitacional', 'habitacional', 'comercial', 'condominal'])[1 + i % 4],
    CASE WHEN i % 10 = 0 THEN 'disponible' ELSE 'entregado' END, CASE WHEN i % 10 = 0 THEN NULL ELSE date '2024-01-15' END,
    ${pick(STREETS.split(','), 4_000_000)}, (1 + i / 40)::text, (1 + i % 40)::text, 'Etapa ' || (1 + i / 2500), 120 + i % 300, i % 7 = 0
  FROM generate_series(1, ${lotes}) AS i;
  INSERT INTO lote_residente (lote_id, residente_id, asociado) SELECT i, i, true FROM generate_series(1, ${lotes}) AS i WHERE i % 10 <> 0;
  INSERT INTO lote_residente (lote_id, residente_id, asociado)
  SELECT 1 + i % ${lotes}, i, false FROM generate_series(${lotes + 1}, ${lotes * PEOPLE}) AS i;
  INSERT INTO nota_alerta (tipo, lote_id, descripcion, fecha_recordatorio)
  SELECT (ARRAY['nota', 'alerta'])[1 + i % 2], 1 + (i * 7) % ${lotes}, 'Nota', date '2026-11-21' FROM generate_series(1, ${2 * lotes}) AS i;
  INSERT INTO representante_legal (id, name) SELECT i, 'Representante ' || i FROM generate_series(1, ${lotes / 20}) AS i;
  INSERT INTO representante_lote SELECT i, i * 20 FROM generate_series(1, ${lotes / 20}) AS i;
  ANALYZE`;

/** Puts the register in the place of the demo's lots; the owner's connection then finds the community's tables by their names. */
export async function fillRegister(owner: pg.Client, lotes = LOTES): Promise<void> {
  await owner.query('SET search_path TO c_encinos, ext');
  await owner.query('TRUNCATE lote, residente, representante_legal RESTART IDENTITY CASCADE');
  await owner.query(generate(lotes));
}
