/** Statements of banks: the accounts of a community, and their files as somebody sends them. */
import type pg from 'pg';
import type { CheckDigits, ReferenceScheme } from '#core/reference.ts';
import { enBbva, enCamt053, enMt940, enSantander } from '#features/bancos/lectura/testing.ts';
import { send } from './client.ts';
import type { Product } from './product.ts';

/** As the demo's registers are of these banks. */
export const FORMATOS = [
  { extension: 'txt', write: enBbva },
  { extension: 'xml', write: enCamt053 },
  { extension: 'csv', write: enSantander },
  { extension: 'sta', write: enMt940 },
] as const;

export interface Cuenta extends ReferenceScheme {
  id: number;
  cajaId: number;
  numero: string;
}

/** An account for each format, every register with references that have check digits. */
export async function accountsOf(
  { base }: Product,
  headers: Record<string, string>,
  hand: pg.Client,
): Promise<Cuenta[]> {
  await hand.query(
    "UPDATE caja SET digito_verificador = CASE id % 2 WHEN 0 THEN 'luhn' ELSE '97-10' END, prefijo_referencia = ''",
  );
  const { rows: cajas } = await hand.query<{ id: number; numero: string; verificador: CheckDigits; cuenta: number }>(
    `SELECT k.id, k.no_clabe AS numero, k.digito_verificador AS verificador, c.id AS cuenta
     FROM caja k LEFT JOIN cuenta_bancaria c ON c.caja_id = k.id WHERE k.active ORDER BY k.id LIMIT ${FORMATOS.length}`,
  );
  const accounts: Cuenta[] = [];
  for (const { id: cajaId, numero, verificador, cuenta } of cajas) {
    const body = { caja: { id: cajaId }, metodoPago: { id: '' }, conocidasSolas: false, columnas: null };
    const saved = await send<{ data: { id: number } }>(
      `${base}/cuentabancaria/save`,
      headers,
      JSON.stringify({ id: cuenta ?? '', ...body }),
    );
    accounts.push({ id: saved.body.data.id, cajaId, numero, verificador, prefijo: '' });
  }
  if (accounts.length < FORMATOS.length) throw new Error(`${accounts.length} registers`);
  return accounts;
}

export interface Archivo {
  cuenta: Cuenta;
  nombre: string;
  texto: string;
  depositos: number;
}

export async function sendFile(
  { base }: Product,
  { authorization = '' }: Record<string, string>,
  { cuenta, nombre, texto }: Archivo,
): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([texto]), nombre);
  const reply = await fetch(`${base}/estadobancario/guardar/${cuenta.id}`, {
    ...{ method: 'POST', headers: { authorization }, body: form },
  });
  const body = (await reply.json()) as { success: boolean };
  if (!body.success) throw new Error(`${nombre}: ${JSON.stringify(body).slice(0, 500)}`);
}
