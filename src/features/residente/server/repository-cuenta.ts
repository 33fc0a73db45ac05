/** What a resident's page shows of money. The tables are views of the lot of the session: no query names one. */
import { sql } from 'kysely';
import type { Tx } from '#platform/server/db.ts';

export interface PagoRecibido {
  reciboId: number;
  fecha: string;
  /** What came in, less what of it was cancelled. */
  monto: number;
  metodo: string;
  referencia: string;
  cancelado: boolean;
}

/** The payments that arrived, the newest first; money of the fund that settled something is none. */
export async function listPagosRecibidos(tx: Tx, limit: number): Promise<PagoRecibido[]> {
  const { rows } = await sql<PagoRecibido>`
    SELECT r.id AS "reciboId", r.fecha_pago AS fecha, r.total_centavos AS monto, m.name AS metodo, r.referencia,
      EXISTS (SELECT FROM pago p WHERE p.recibo_id = r.id)
        AND NOT EXISTS (SELECT FROM pago p WHERE p.recibo_id = r.id AND p.status <> 'cancelado') AS cancelado
    FROM recibo r JOIN metodo_pago m ON m.id = r.metodo_pago_id
    WHERE NOT r.es_fondo ORDER BY r.fecha_pago DESC, r.id DESC LIMIT ${limit}`.execute(tx);
  return rows;
}

export interface CuentaParaPagar {
  banco: string;
  clabe: string;
  cuenta: string;
  convenio: string;
}

/** The community's accounts that residents pay into, with what a bank asks for. */
export async function listCuentas(tx: Tx): Promise<CuentaParaPagar[]> {
  const { rows } = await sql<CuentaParaPagar>`
    SELECT b.name AS banco, c.no_clabe AS clabe, c.no_cuenta AS cuenta, c.no_convenio AS convenio
    FROM caja c JOIN banco b ON b.id = c.banco_id WHERE c.active AND c.no_clabe <> '' ORDER BY c.id`.execute(tx);
  return rows;
}
