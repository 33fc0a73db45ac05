/** Nobody can lock somebody else out: strangers hammer an account while its owner signs in and signs a shift. */
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../src/features/usuarios/demo.ts';
import { hashPassword, verifyPassword } from '../../src/platform/server/password.ts';
import { SESSIONS_MAX } from '../../src/platform/server/session.ts';
import { appOfFile, type Reply } from '../app.ts';
import { NOON } from '../day.ts';
import { hashes } from '../quick-hash.ts';
import { TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const app = await appOfFile({ connections: 20, now: NOON });
beforeAll(async () => {
  hashes.real = true;
  const hash = await hashPassword(DEMO_PASSWORD, { known: true, account: 'demo' });
  await app.query('UPDATE c_encinos.usuario SET password_hash = $1', [hash]);
});
afterAll(() => {
  hashes.real = false;
});

const signIn = (username: string, password: string, ip: string, cookie = '') =>
  app.call('POST', '/security/login', { body: { username, password }, ip, headers: cookie ? { cookie } : {} });
const cookieOf = (reply: Reply): string => String(reply.headers['set-cookie']).split(';')[0] ?? '';
const keys = async (): Promise<number> =>
  (await app.query<{ n: number }>('SELECT count(*)::int AS n FROM c_encinos.intento_acceso'))[0]?.n ?? 0;
const refusedRows = async (): Promise<number> =>
  (
    await app.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM c_encinos.bitacora WHERE entidad = 'sesion' AND status = 'cancelado'",
    )
  )[0]?.n ?? 0;

it('strangers from anywhere keep no owner from signing in at a known device, nor from signing', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const first = await signIn('cobranza', DEMO_PASSWORD, '10.0.0.5');
  const cookie = cookieOf(first);
  let { access_token: token } = first.body as { access_token: string };
  const [caja] = await app.query<{ id: number }>('SELECT id FROM c_encinos.caja WHERE active ORDER BY id LIMIT 1');
  const opened = await app.call('POST', '/turno/abrir', { token, body: { caja: { id: caja?.id }, fondoInicial: 0 } });
  const shift = (opened.body as { data: number }).data;
  const violations: string[] = [];
  const rounds = tries(3, 100);
  const strangers = tries(25, 50);
  for (let round = 0; round < rounds; round += 1) {
    const attack = Promise.all(
      Array.from({ length: strangers }, (_, n) =>
        // Also from the owner's own network, where others sit.
        signIn(
          n % 2 ? 'cobranza' : 'COBRANZA',
          'equivocada',
          n % 5 === 0 ? '10.0.0.5' : `2001:db8:${round}:${n}::${n}`,
        ),
      ),
    );
    const own = await signIn('cobranza', DEMO_PASSWORD, round % 2 ? '10.0.0.5' : `198.51.100.${round}`, cookie);
    if (own.status !== 200) violations.push(`round ${round}: sign-in ${own.status}`);
    // An account has so many sessions; the latest one stays.
    else ({ access_token: token } = own.body as { access_token: string });
    const signed = await app.call('POST', '/turno/firmar', {
      token,
      body: { id: shift, explicacion: '', password: DEMO_PASSWORD },
    });
    if (!JSON.stringify(signed.body).includes('Cuente el turno')) violations.push(`round ${round}: ${signed.status}`);
    await attack;
  }
  expect((await signIn('cobranza', 'equivocada', '203.0.113.9')).status).toBe(429);
  tell('dueño rechazado mientras extraños prueban su cuenta', violations, 2 * rounds);
});

it('an attempt that is throttled adds no row anywhere, and made-up names and networks fill no table', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  for (let n = 0; n < 11; n += 1) await signIn('obras', 'equivocada', '10.0.0.6');
  const before = [await keys(), await refusedRows()];
  const violations: string[] = [];
  const throttled = tries(15, 300);
  for (let n = 0; n < throttled; n += 1) {
    const reply = await signIn('obras', 'equivocada', '10.0.0.6');
    if (reply.status !== 429) violations.push(`throttled attempt ${n} was ${reply.status}`);
  }
  const after = [await keys(), await refusedRows()];
  if (String(after) !== String(before)) violations.push(`rows grew from ${before} to ${after}`);
  // Each name from an address of its own.
  const names = tries(50, 1_000);
  const audited = await refusedRows();
  for (let n = 0; n < names; n += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => signIn(`inventado${n + i}`, 'x', `2001:db8:ff:${(n + i).toString(16)}::1`)),
    );
  }
  const grown = (await refusedRows()) - audited;
  if (grown > 300) violations.push(`${grown} rows of the audit log for names that nobody has`);
  tell('filas por intentos frenados o nombres inventados', violations, throttled + names);
});

it('hashes few at once, lets only so many strangers wait, and takes those it knows first', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const order: string[] = [];
  const strangers = tries(115, 300);
  const flood = Array.from({ length: strangers }, (_, n) =>
    verifyPassword(null, 'x', { known: false, account: `${n % 60}` }).then(
      () => order.push('stranger'),
      (error: { status: number }) => order.push(String(error.status)),
    ),
  );
  const known = verifyPassword(null, 'x', { known: true, account: 'own' }).then(() => order.push('known'));
  await Promise.all([...flood, known]);
  const done = order.filter((entry) => entry !== '503');
  const places = Math.min(3, Math.max(2, availableParallelism()));
  const violations = [
    // Those who hashed already when it came, and those who took a place as they ended, went before it.
    ...(done.indexOf('known') > 2 * places ? [`came ${done.indexOf('known')}th`] : []),
    ...(done.length - 1 > 100 + places ? [`${done.length - 1} strangers were let in`] : []),
  ];
  tell('conocidos que esperan detrás de extraños', violations, strangers);
});

it('an account that signs in from everywhere at once keeps no other waiting, nor has sessions without end', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const hash = await hashPassword(DEMO_PASSWORD, { known: true, account: 'consultor' });
  await app.query("UPDATE c_encinos.usuario SET password_hash = $1 WHERE username = 'consultor'", [hash]);
  const nonce = Buffer.from(hash.split('$')[4] ?? '', 'base64');
  // From all places that it knows, so that it may: devices and networks are counted apart.
  const cookies: string[] = [];
  for (let n = 0; n < tries(4, 19); n += 1) {
    cookies.push(cookieOf(await signIn('consultor', DEMO_PASSWORD, `10.9.0.${n}`)));
  }
  const own = cookieOf(await signIn('director', DEMO_PASSWORD, '10.0.0.7'));
  const violations: string[] = [];
  const rounds = tries(1, 10);
  for (let round = 0; round < rounds; round += 1) {
    // Its hashes last as long as the other's whole sign-in does, however fast the machine is.
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const hashing = Promise.withResolvers<void>();
    hashes.before = (of) => {
      if (!of.equals(nonce)) return undefined;
      hashing.resolve();
      return ended;
    };
    const flood = cookies.flatMap((cookie) =>
      Array.from({ length: 15 }, () => signIn('consultor', DEMO_PASSWORD, '10.9.0.1', cookie)),
    );
    await hashing.promise;
    const waited = setTimeout(() => {
      violations.push(`round ${round}: the owner waited until the others were let go`);
      end();
    }, 20_000);
    const reply = await signIn('director', DEMO_PASSWORD, '10.0.0.7', own);
    clearTimeout(waited);
    if (reply.status !== 200) violations.push(`round ${round}: ${reply.status}`);
    hashes.before = null;
    end();
    const entered = (await Promise.all(flood)).filter(({ status }) => status === 200).length;
    if (entered < 30) violations.push(`round ${round}: only ${entered} of the account's own came in`);
    const [open] = await app.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM c_encinos.sesion WHERE usuario_id = (SELECT id FROM c_encinos.usuario WHERE username = 'consultor')",
    );
    if ((open?.n ?? 0) > SESSIONS_MAX) violations.push(`round ${round}: ${open?.n} sessions`);
  }
  tell('accesos que esperan detrás de los de otra cuenta', violations, rounds);
});
