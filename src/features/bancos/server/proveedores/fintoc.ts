/**
 * Fintoc: transfers by SPEI to CLABEs of one account, told by signed events and listed by its API v2. By its public documentation
 * (docs.fintoc.com: webhooks-validating, events, transfer object, list transfers); see docs/adr/0045-spei-provider.md.
 */
import { orAborted } from '#platform/server/deadline.ts';
import type { Aviso, SpeiAccount, Transferencia } from '#platform/server/spei.ts';
import { z } from '#platform/zod.ts';

export const FINTOC_HEADER = 'fintoc-signature';
const ORIGIN = 'https://api.fintoc.com';
const TIMEOUT_MS = 20_000;
const ANSWER_MAX = 5 * 1024 * 1024;
/** Transfers of a page, and pages of a night: more is no list that anybody waits for. */
const PAGE = 100;
const PAGES_MAX = 1_000;

const words = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').trim().slice(0, 300));

const transfer = z.object({
  id: z.string().min(1).max(100),
  object: z.literal('transfer'),
  amount: z.number().int().nonnegative(),
  currency: z.string(),
  direction: z.string(),
  mode: z.string(),
  status: z.string(),
  transaction_date: z.iso.datetime({ offset: true }),
  comment: words,
  reference_id: words,
  tracking_key: words,
  account_number: z.object({ account_id: z.string(), number: z.string().max(30) }),
  counterparty: z.object({ holder_name: words, account_number: words }).nullish(),
});

const event = z.object({ id: z.string().min(1).max(100), type: z.string().max(100), data: z.unknown() });

const TIPOS: Readonly<Record<string, Transferencia['tipo']>> = {
  'transfer.inbound.succeeded': 'abono',
  'transfer.inbound.returned': 'devolucion',
};
/** What a transfer's status says of it in the list; whatever is still under way comes another night. */
const POR_ESTADO: Readonly<Record<string, Transferencia['tipo']>> = {
  succeeded: 'abono',
  return_pending: 'abono',
  returned: 'devolucion',
};

/** Its test keys see test transfers alone, which are nobody's money. */
export const esDePrueba = ({ llave }: Pick<SpeiAccount, 'llave'>): boolean => llave.startsWith('sk_test_');

/** Why a transfer is no deposit of this account; '' where it is one. */
function reparo(one: z.output<typeof transfer>, account: SpeiAccount): string {
  if (one.direction !== 'inbound') return 'No es un depósito';
  if (one.account_number.account_id !== account.cuenta) return `Es de otra cuenta, ${one.account_number.account_id}`;
  if (one.currency !== 'MXN') return `Es en ${one.currency}`;
  if ((one.mode === 'test') !== esDePrueba(account)) return 'Es del otro modo, de prueba o real, que la llave guardada';
  return one.amount === 0 ? 'Su importe es cero' : '';
}

const transferenciaDe = (one: z.output<typeof transfer>, tipo: Transferencia['tipo']): Transferencia => ({
  ...{ id: one.id, tipo, clabe: one.account_number.number, importe: one.amount },
  instante: new Date(one.transaction_date),
  ...{ concepto: one.comment, referencia: one.reference_id, rastreo: one.tracking_key },
  ...{ nombre: one.counterparty?.holder_name ?? '', cuenta: one.counterparty?.account_number ?? '' },
});

/** What an event tells; undefined for one without a name, which could not be told from another. */
export function leerFintoc(body: unknown, account: SpeiAccount): Aviso | undefined {
  const read = event.safeParse(body);
  if (!read.success) return undefined;
  const { id: evento, type, data } = read.data;
  const tipo = TIPOS[type];
  if (tipo === undefined) return { evento, transferencia: undefined, nota: `«${type}» no es un depósito` };
  const one = transfer.safeParse(data);
  if (!one.success)
    return { evento, transferencia: undefined, nota: `«${type}» trae una transferencia que no se entiende` };
  const nota = reparo(one.data, account);
  return { evento, transferencia: nota === '' ? transferenciaDe(one.data, tipo) : undefined, nota };
}

export interface FintocOptions {
  origin?: string | undefined;
  timeoutMs?: number | undefined;
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > ANSWER_MAX) throw new Error('Fintoc respondió de más');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function page(
  account: SpeiAccount,
  query: Record<string, string>,
  { origin = ORIGIN, timeoutMs = TIMEOUT_MS }: FintocOptions,
): Promise<unknown[]> {
  const search = new URLSearchParams({ account_id: account.cuenta, direction: 'inbound', ...query });
  const deadline = AbortSignal.timeout(timeoutMs);
  const asking = async () => {
    // A redirection is never followed: the key goes nowhere else.
    const response = await fetch(`${origin}/v2/transfers?${search}`, {
      headers: { authorization: account.llave, accept: 'application/json' },
      ...{ redirect: 'manual', signal: deadline },
    });
    return { status: response.status, text: await readLimited(response) };
  };
  const answer = await orAborted(asking(), deadline).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('Fintoc')) throw error;
    throw new Error('Fintoc no responde. Se pregunta de nuevo más tarde');
  });
  if (answer.status === 401 || answer.status === 403) throw new Error('Fintoc no acepta la llave. Escríbala de nuevo');
  if (answer.status === 404) throw new Error(`Fintoc no conoce la cuenta ${account.cuenta}. Corríjala`);
  if (answer.status !== 200) throw new Error(`Fintoc respondió ${answer.status}. Se pregunta de nuevo más tarde`);
  try {
    return z.array(z.unknown()).parse(JSON.parse(answer.text));
  } catch {
    throw new Error('Fintoc respondió algo que no se entiende');
  }
}

export async function listarFintoc(
  account: SpeiAccount,
  desde: Date,
  options: FintocOptions,
): Promise<Transferencia[]> {
  const found: Transferencia[] = [];
  let after: string | undefined;
  for (let n = 0; n < PAGES_MAX; n += 1) {
    const rows = await page(
      account,
      { since: desde.toISOString(), limit: String(PAGE), ...(after !== undefined && { starting_after: after }) },
      options,
    );
    for (const row of rows) {
      const one = transfer.safeParse(row);
      const tipo = one.success ? POR_ESTADO[one.data.status] : undefined;
      if (one.success && tipo !== undefined && reparo(one.data, account) === '')
        found.push(transferenciaDe(one.data, tipo));
    }
    const last = z.object({ id: z.string() }).safeParse(rows.at(-1));
    if (rows.length < PAGE || !last.success || last.data.id === after) return found;
    after = last.data.id;
  }
  return found;
}

export async function probarFintoc(account: SpeiAccount, options: FintocOptions) {
  try {
    await page(account, { limit: '1' }, options);
    return {
      funciona: true,
      mensaje: `Fintoc acepta la llave y la cuenta${esDePrueba(account) ? ', en modo de prueba' : ''}`,
    };
  } catch (error) {
    return { funciona: false, mensaje: error instanceof Error ? error.message : 'Fintoc no responde' };
  }
}
