/** The residents' door: no token that nobody was given opens it, and nobody who came in sees another's lot. */
import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES, REGISTRATIONS } from '../../src/features.ts';
import { freshText } from '../api/support.ts';
import { startApp, type TestApp } from '../app.ts';
import { insertCharge, tenderOf } from '../ledger.ts';
import { createVecino, deviceOf, linkOf, open, randomToken, type Vecino } from '../residente.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ now: '2026-11-21T18:00:00Z' });
});
afterAll(() => app.close());

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** One sign of it changed. */
function altered(token: string): string {
  const at = randomInt(token.length - 1);
  const other = [...SIGNS].filter((sign) => sign !== token[at]);
  return token.slice(0, at) + other[randomInt(other.length)] + token.slice(at + 1);
}

it(
  'lets in no token that was guessed or altered, as a link or as a session',
  async () => {
    const vecino = await createVecino(app);
    const { token } = await linkOf(app, vecino);
    const cookie = await deviceOf(app, vecino);
    const session = cookie.slice(cookie.indexOf('=') + 1);
    const count = tries(400, 100_000);
    const inside: string[] = [];
    for (let tried = 0; tried < count; tried += 1) {
      // Of another network each few: what is shown is the token, not the brake.
      const ip = `10.${20 + (tried >> 19)}.${(tried >> 11) & 255}.${(tried >> 3) & 255}`;
      const kind = tried % 4;
      if (kind < 2) {
        const { status } = await open(app, `/r/${kind === 0 ? randomToken() : altered(token)}`, { ip });
        if (status !== 404 && status !== 429) inside.push(`${kind}: ${status}`);
      } else {
        const value = kind === 2 ? randomBytes(32).toString('base64url') : altered(session);
        const { status } = await open(app, '/r', { ip, cookie: `porton_residente=${value}` });
        if (status !== 403) inside.push(`${kind}: ${status}`);
      }
    }
    tell('enlaces y sesiones de residente adivinados o alterados que abren', inside, count);
    expect(inside).toEqual([]);
    expect((await open(app, '/r', { cookie })).status).toBe(200);
  },
  TRUST_TIMEOUT_MS,
);

/** A lot with one of each thing that has a number, and the words that only it has. */
async function withEverything(): Promise<{ vecino: Vecino; words: string[]; ids: number[] }> {
  const vecino = await createVecino(app);
  const mark = freshText('SECRETO');
  const [tipo] = await app.query<{ id: number }>('SELECT min(id) AS id FROM c_encinos.tipo_multa');
  const fine = { tipo: 'sancion', concepto: mark, monto_centavos: 31_415, tipo_multa_id: tipo?.id ?? 0 };
  const cargo = await insertCharge(app, vecino.loteId, fine);
  const paid = await app.call('POST', '/pagosmultas/save', {
    as: 'cobranza',
    body: {
      ...{ id: '', loteTransient: { id: vecino.loteId }, multaTransient: { id: cargo }, pagado: 100 },
      ...{ ...(await tenderOf(app)), applyDescuento: 0, autorizado: '', fecha_pago: '2026-11-20' },
    },
  });
  const { data } = paid.body as { data: { recibo: { id: number } } };
  const [factura] = await app.query<{ id: number }>('SELECT id FROM c_encinos.factura WHERE lote_id = $1', [
    vecino.loteId,
  ]);
  const [visita] = await app.query<{ id: number }>(
    `INSERT INTO c_encinos.visita (lote_id, enlace_id, nombre, fecha, created_at)
     SELECT $1, min(id), $2, '2026-11-22', now() FROM c_encinos.enlace RETURNING id`,
    [vecino.loteId, mark],
  );
  const [reserva] = await app.query<{ id: number }>(
    `WITH r AS (
       INSERT INTO c_encinos.reserva (agenda_id, variacion_id, fecha, inicia_minuto, termina_minuto, premium, lugares, lote_id, created_at)
       SELECT agenda_id, id, '2026-11-25', 600, 660, false, 1, $1, now() FROM c_encinos.amenidad_variacion ORDER BY id LIMIT 1
       RETURNING id
     ) INSERT INTO c_encinos.reserva_persona (reserva_id, name, lote_id) SELECT id, $2, $1 FROM r RETURNING reserva_id AS id`,
    [vecino.loteId, mark],
  );
  const [convenio] = await app.query<{ id: number }>(
    `INSERT INTO c_encinos.convenio (folio, lote_id, fecha, estado_desde, interes, tolerancia_dias, firmante, observacion,
       adeudo_centavos, condonado_centavos, created_at)
     VALUES (90909, $1, '2026-11-10', '2026-11-10', 'sigue', 5, $2, '', 31415, 0, now()) RETURNING id`,
    [vecino.loteId, mark],
  );
  return {
    vecino,
    words: [mark, 'CV-90909', vecino.nombre, vecino.correo, vecino.referencia],
    ids: [cargo, data.recibo.id, factura?.id ?? 0, visita?.id ?? 0, vecino.loteId, vecino.residenteId].concat(
      reserva?.id ?? 0,
      convenio?.id ?? 0,
    ),
  };
}

it(
  'shows and changes nothing of another lot by any endpoint or page, whatever number is asked for',
  async () => {
    await linkOf(app, await createVecino(app));
    const { words, ids } = await withEverything();
    const asker = await deviceOf(app, await createVecino(app), { confirmed: true });
    const crossed: string[] = [];
    let probes = 0;
    const endpoints = [...REGISTRATIONS, ...PAGES]
      .flatMap(({ contract }) => Object.values(contract))
      .filter(({ roles, path }) => (roles === 'ENLACE' || roles === 'RESIDENTE') && !path.endsWith('/salir'));
    expect(endpoints.length).toBeGreaterThan(12);
    for (const { method, path, answer } of endpoints) {
      for (const id of ids) {
        const address = path.replaceAll(/\{\w+\}/g, String(id));
        const asked = `lote=${id}&id=${id}&loteId=${id}`;
        const reply = await app.server.inject({
          method,
          url: `${answer.kind === 'page' ? '' : '/api/v1'}${address}?${asked}`,
          headers: { host: 'encinos.test', cookie: asker },
          ...(method === 'POST' && {
            payload: { id, lote: id, loteId: id, nombre: 'Alguien', fecha: '2026-11-22', placa: '' },
          }),
        });
        probes += 1;
        const found = words.filter((word) => word !== '' && reply.body.includes(word));
        if (found.length > 0) crossed.push(`${method} ${address}: ${found.join(', ')}`);
      }
    }
    const [still] = await app.query<{ n: number }>(
      'SELECT count(*)::integer AS n FROM c_encinos.visita WHERE nombre = $1 AND cancelada_at IS NULL',
      [words[0]],
    );
    if (still?.n !== 1) crossed.push('visita de otro lote cancelada');
    const [booked] = await app.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM c_encinos.reserva r JOIN c_encinos.reserva_persona p ON p.reserva_id = r.id
       WHERE p.name = $1 AND r.eliminada_at IS NULL`,
      [words[0]],
    );
    if (booked?.n !== 1) crossed.push('reserva de otro lote cancelada');
    tell('preguntas de un residente que alcanzan otro lote', crossed, probes);
    expect(crossed).toEqual([]);
  },
  TRUST_TIMEOUT_MS,
);
