/** The residents' door: no token that nobody was given opens it, and nobody who came in sees another's lot. */
import { createHash, randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { inTx } from '#platform/server/db.ts';
import { findLink, findResident, RESIDENT_COOKIE, residentHash } from '#platform/server/resident.ts';
import { PAGES, REGISTRATIONS } from '../../src/features.ts';
import { envelope, freshText } from '../api/support.ts';
import { appOfFile } from '../app.ts';
import { insertCharge, tenderOf } from '../ledger.ts';
import { ask, codeSentTo, createVecino, deviceOf, linkOf, open, randomToken, type Vecino } from '../residente.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const app = await appOfFile({ now: '2026-11-21T18:00:00Z' });

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const sign = (): string => SIGNS.charAt(randomInt(SIGNS.length));

/** Another than this one, by one change anywhere; or what the database keeps of it, as whoever has read that would try. */
function altered(token: string): string {
  const at = randomInt(token.length);
  const [before, own, after] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)];
  const turned = own === own.toUpperCase() ? own.toLowerCase() : own.toUpperCase();
  const ways = [
    ...[before + sign() + after, before + after, before + sign() + own + after, before + turned + after],
    ...[after + before + own, createHash('sha256').update(token).digest('base64url')],
  ];
  const other = ways[randomInt(ways.length)] ?? '';
  return other === token ? altered(token) : other;
}

interface Door {
  /** Tokens that open it. */
  good: readonly string[];
  opens(token: string, tried: number): Promise<boolean>;
}

/** The doors as they stand in the street: over HTTP, each few of another network, so that the token is shown and not the brake. */
function doorsOutside(links: readonly string[], sessions: readonly string[]): Door[] {
  const from = (tried: number) => `10.${20 + (tried >> 19)}.${(tried >> 11) & 255}.${(tried >> 3) & 255}`;
  return [
    {
      good: links,
      async opens(token, tried) {
        const { status, cookie } = await open(app, `/r/${token}`, { ip: from(tried) });
        return status !== 404 || cookie !== '';
      },
    },
    {
      good: sessions,
      async opens(token, tried) {
        const { status } = await open(app, '/r', { ip: from(tried), cookie: `${RESIDENT_COOKIE}=${token}` });
        return status !== 403;
      },
    },
  ];
}

/** The same doors where tokens are looked up, without what HTTP and the brake take. */
async function doorsInside(links: readonly string[], sessions: readonly string[]): Promise<Door[]> {
  const { schema } = await app.community();
  const { pool, accessPool } = app.pools;
  return [
    {
      good: links,
      opens: async (token) => (await inTx(pool, { schema, readOnly: true }, (tx) => findLink(tx, token))) !== undefined,
    },
    {
      good: sessions,
      async opens(token) {
        const hash = residentHash(() => token);
        return hash !== undefined && (await findResident(accessPool, schema, hash, app.clock.now())) !== undefined;
      },
    },
  ];
}

/** Guesses and alters as often as told; answers what got in. */
async function force(doors: readonly Door[], count: number): Promise<string[]> {
  const inside: string[] = [];
  const all = doors.flatMap(({ good }) => good);
  for (let tried = 0; tried < count; tried += 1) {
    const door = doors[tried % doors.length];
    const token = tried % 4 < 2 ? randomToken() : altered(all[randomInt(all.length)] ?? '');
    if (await door?.opens(token, tried)) inside.push(token);
  }
  return inside;
}

it(
  'lets in no token that was guessed or altered, as a link or as a session',
  async () => {
    const vecinos = [await createVecino(app), await createVecino(app)];
    const links: string[] = [];
    const sessions: string[] = [];
    for (const vecino of vecinos) {
      links.push((await linkOf(app, vecino)).token);
      for (const confirmed of [false, true]) {
        const cookie = await deviceOf(app, vecino, { confirmed });
        sessions.push(cookie.slice(cookie.indexOf('=') + 1));
      }
    }
    const outside = doorsOutside(links, sessions);
    const within = await doorsInside(links, sessions);
    const [few, many] = [tries(200, 10_000), tries(400, 90_000)];
    const inside = [...(await force(outside, few)), ...(await force(within, many))];
    // Each opens its own door, and none the other one.
    for (const doors of [outside, within]) {
      for (const door of doors) {
        for (const token of [...links, ...sessions]) {
          expect(await door.opens(token, few)).toBe(door.good.includes(token));
        }
      }
    }
    tell('enlaces y sesiones de residente adivinados o alterados que abren', inside, few + many);
  },
  TRUST_TIMEOUT_MS,
);

it(
  'looks at five guesses of a code at most, however many come at once, and then at the right one no more',
  async () => {
    const [rounds, guesses] = [tries(2, 100), 40];
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const vecino = await createVecino(app);
      const cookie = await deviceOf(app, vecino);
      await ask(app, cookie, 'POST', '/residente/propio/codigo');
      const right = Number(await codeSentTo(app, vecino.correo));
      const confirm = (code: number) =>
        ask(app, cookie, 'POST', '/residente/propio/confirmar', { codigo: String(code).padStart(6, '0') });
      const wrong = Array.from({ length: guesses }, () => confirm((right + 1 + randomInt(999_999)) % 1_000_000));
      const looked = (await Promise.all(wrong)).filter(({ status }) => status !== 429);
      if (looked.length > 5) faults.push(`ronda ${round}: se vieron ${looked.length}`);
      const answers = [...looked, await confirm(right)];
      if (answers.some((reply) => reply.status === 200 && envelope(reply).success))
        faults.push(`ronda ${round}: se abrió`);
    }
    tell('códigos de residente adivinados', faults, rounds * (guesses + 1));
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
