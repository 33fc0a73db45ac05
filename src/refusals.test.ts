/** What may not be twice is refused in words of its own: every unique index of a community that a person can run into. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUES } from './features/catalogos/definitions.ts';
import { categoriaEgreso } from './features/egresos/definitions.ts';
import { finalidad } from './features/privacidad/definitions.ts';

const MIGRATIONS = new URL('../migrations/comunidad/', import.meta.url);
const FEATURES = new URL('./features/', import.meta.url);

/** Behind locks or sets that the handlers take, or written by the product alone: no form can send what they refuse. */
const OF_THE_PRODUCT = [
  ...['acceso_registro', 'ajuste_especial', 'ajuste_regla', 'amenidad_variacion_name', 'articulo_nombre'],
  ...[
    'aviso_deposito_evento',
    'aviso_privacidad_version',
    'bloqueo_datos_residente',
    'cambio_propietario_nuevo',
    'cancelacion_factura_abierta',
    'cargo_extraordinaria',
  ],
  ...['cargo_inicial', 'cargo_interes', 'cargo_mes', 'certificado_activo'],
  ...['clabe_lote_clabe', 'clabe_lote_vigente', 'convenio_evento_aviso', 'deposito'],
  ...['deposito_entrante_movimiento', 'deposito_entrante_transferencia', 'deposito_recibo', 'enlace_token_hash'],
  ...[
    'expediente_documento_requisito',
    'expediente_folio',
    'factura_acuse',
    'factura_concepto_cargo',
    'factura_concepto_pago',
    'factura_documento',
    'factura_folio',
    'factura_sustituye',
  ],
  ...['fondo_movimiento_cancela', 'fondo_movimiento_devolucion'],
  ...[
    'gestion_bloqueo_linea',
    'gestion_corrida_propuesta',
    'gestion_envio_medio',
    'gestion_linea_paso',
    'gestion_pausa_lote',
  ],
  ...['importacion_huella', 'importacion_mapa_firma'],
  ...['llave_acceso_credencial', 'llave_datos_sello', 'lote_inactividad_abierta'],
  ...[
    'lote_residente_asociado',
    'lote_residente_vivo',
    'movimiento_bancario',
    'no_adeudo_folio',
    'periodo_cierre_hasta',
    'periodo_informe_correo',
    'periodo_informe_token',
    'proveedor_nombre',
    'recibo_corrige',
  ],
  ...['reporte_enviado_mes', 'reporte_envio_vista'],
  ...['rondin_marca_registro', 'tarjeta_datos_fiscales', 'turno_caja_abierto'],
].map((name) => `uq_${name}`);

const textOf = (folder: URL, isWanted: (name: string) => boolean): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');

it('every unique index has its refusal, or is the product’s own', () => {
  const indexes = new Map(
    [...textOf(MIGRATIONS, (name) => name.endsWith('.sql')).matchAll(/UNIQUE INDEX (\w+)\s+ON (\w+)/g)].map(
      ([, index = '', table = '']) => [index, table],
    ),
  );
  expect(indexes.size).toBeGreaterThan(60);
  const handlers = textOf(FEATURES, (name) => name.includes('server/') && name.endsWith('.ts'));
  const catalogues = new Set([...CATALOGUES, categoriaEgreso, finalidad].map(({ table }) => table));
  const without = [...indexes]
    .filter(([index, table]) => !handlers.includes(`${index}:`) && !catalogues.has(table))
    .map(([index]) => index);
  expect(without.sort()).toEqual(OF_THE_PRODUCT);
});
