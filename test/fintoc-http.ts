/** A local double of Fintoc: its list of transfers, paged as its documentation says, and events signed as it signs them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clabeRange } from '#core/clabe.ts';
import { FINTOC_HEADER } from '#features/bancos/server/proveedores/fintoc.ts';
import { firmaDe } from '#features/bancos/server/proveedores/firma.ts';

export const FINTOC = { cuenta: 'acc_Jas92lf9adg94ka', llave: 'sk_test_porton', secreto: 'whsec_test_porton' };

export interface FintocTransfer {
  id: string;
  status: string;
  direction: string;
  amount: number;
  [field: string]: unknown;
}

let made = 0;
function newId(of: string): string {
  made += 1;
  return `${of}_${String(made).padStart(8, '0')}`;
}

/** Whoever pays a lot pays it from an account of their own: one that has paid another lot is asked about. */
const payerOf = (clabe: string): string => clabeRange('012180', Number(clabe.slice(-9, -1)), 1)?.[0] ?? clabe;

/** A transfer as the documentation shows it. */
export function transferOf(clabe: string, amount: number, changes: Record<string, unknown> = {}): FintocTransfer {
  const id = newId('tr');
  return {
    ...{
      id,
      object: 'transfer',
      amount,
      comment: 'Pago de cuota',
      currency: 'MXN',
    },
    account_number: { id: 'acno_1', object: 'account_number', account_id: FINTOC.cuenta, mode: 'test', number: clabe },
    counterparty: {
      account_number: payerOf(clabe),
      account_type: 'clabe',
      holder_id: null,
      holder_name: 'ANA RUIZ',
    },
    ...{
      direction: 'inbound',
      metadata: {},
      mode: 'test',
      post_date: '2026-11-21T00:00:00.000Z',
      reference_id: '130824',
    },
    ...{ return_reason: null, status: 'succeeded', tracking_key: `RASTREO${made}`, receipt_url: null },
    ...{ transaction_date: '2026-11-21T17:12:41.462Z', ...changes },
  };
}

export interface FintocEvent {
  text: string;
  headers: Record<string, string>;
}

/** An event about a transfer, signed at an instant. */
export function eventOf(
  type: string,
  data: FintocTransfer,
  { at, id = newId('evt'), secreto = FINTOC.secreto }: { at: Date; id?: string; secreto?: string },
): FintocEvent {
  const text = JSON.stringify({ id, object: 'event', created_at: at.toISOString(), mode: 'test', type, data });
  return { text, headers: { [FINTOC_HEADER]: firmaDe(secreto, text, at), 'content-type': 'application/json' } };
}

export interface FintocHttp {
  origin: string;
  transfers: FintocTransfer[];
  /** The status that it answers instead. */
  fails: number | undefined;
  asked: string[];
  close(): Promise<void>;
}

export async function startFintoc(): Promise<FintocHttp> {
  const state: Omit<FintocHttp, 'close' | 'origin'> = { transfers: [], fails: undefined, asked: [] };
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fintoc.test');
    state.asked.push(`${url.pathname}${url.search}`);
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (state.fails !== undefined) return void answer(state.fails, { error: { type: 'api_error' } });
    if (request.headers.authorization !== FINTOC.llave)
      return void answer(401, { error: { type: 'authentication_error' } });
    if (url.pathname !== '/v2/transfers') return void answer(404, { error: { type: 'invalid_request_error' } });
    const own = state.transfers.filter(
      ({ account_number, direction }) =>
        (account_number as { account_id: string }).account_id === url.searchParams.get('account_id') &&
        direction === (url.searchParams.get('direction') ?? direction),
    );
    const after = url.searchParams.get('starting_after');
    const from = after === null ? 0 : own.findIndex(({ id }) => id === after) + 1;
    answer(200, own.slice(from, from + Number(url.searchParams.get('limit') ?? 30)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return Object.assign(state, { origin: `http://127.0.0.1:${port}`, close });
}
