/** Letters: the port, its delivery to a real SMTP server, campaigns, and the outbox that one can open. */
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTx } from '#platform/server/db.ts';
import { ENDLESS_DISK } from '#platform/server/disk.ts';
import { Jobs } from '#platform/server/jobs.ts';
import { deliverMail, localMail, type MailMessage, type MailSender, queueMail } from '#platform/server/mail.ts';
import { asked } from '#platform/server/outside.ts';
import { localOutbox } from '#platform/server/push.ts';
import { smtpSender } from '#platform/server/smtp.ts';
import { appOfFile } from '../app.ts';
import { createDeliveredLote } from '../ledger.ts';
import { auditRows, envelope, freshText, lastAuditId } from './support.ts';

let wakes = 0;
const app = await appOfFile({ onMailWake: () => (wakes += 1) });
// What the demo and earlier tests left would be sent as well.
beforeEach(() => app.query('DELETE FROM c_encinos.correo_adjunto; DELETE FROM c_encinos.correo_saliente'));

interface Row {
  id: number;
  para: string[];
  asunto: string;
  html: string;
  texto: string;
  estado: string;
  intentos: number;
  ultimo_error: string | null;
  enviado_at: Date | null;
  lote_id: number | null;
  usuario_id: number | null;
}
const outbox = () => app.query<Row>('SELECT * FROM c_encinos.correo_saliente ORDER BY id');
const work = <T>(run: Parameters<typeof inTx<T>>[2]) => inTx(app.pools.pool, { schema: 'c_encinos' }, run);
const queue = (changes: Partial<MailMessage> = {}) =>
  work((tx) =>
    queueMail(
      tx,
      { para: ['ana@correo.example'], asunto: 'Aviso', html: '<p>Hola</p>', ...changes, usuarioId: null },
      app.clock.now(),
    ),
  );
const minutesLater = (minutes: number) => app.clock.advance(minutes * 60_000);

interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** A mail server on a port of its own; `answers` refuse a recipient (by address) or, for 'data', the letter. */
class Mailbox {
  readonly received: Received[] = [];
  readonly passwords: string[] = [];
  readonly answers = new Map<string, { responseCode: number; message: string }>();
  #server: SMTPServer | undefined;
  port = 0;

  async open(): Promise<void> {
    const refusal = (key: string) => {
      const answer = this.answers.get(key);
      return answer && Object.assign(new Error(answer.message), { responseCode: answer.responseCode });
    };
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => {
        this.passwords.push(password ?? '');
        done(new Error('Invalid username or password'));
      },
      onRcptTo: ({ address }, _session, done) => done(refusal(address)),
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const refused = refusal('data');
          if (refused) return done(refused);
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(parts).toString(),
          });
          done();
        });
      },
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(resolve) : resolve()));
    this.#server = undefined;
  }

  sender(): MailSender {
    return smtpSender({
      url: `smtp://127.0.0.1:${this.port}`,
      tls: 'si-hay',
      from: { name: 'Residencial Encinos', address: 'avisos@encinos.example' },
    });
  }
}

function jobsWith(mailSender: MailSender, lines: object[] = []): Jobs {
  const log = (line: object) => void lines.push(line);
  return new Jobs({
    connectionString: app.urls.jobs,
    jobsPool: app.pools.jobsPool,
    seals: app.seals,
    communities: app.pools.communities,
    disk: ENDLESS_DISK,
    clock: app.clock,
    sessionLimits: { idleMinutes: 120, maxHours: 12 },
    communityJobs: [],
    errands: [],
    pushSender: localOutbox,
    mailSender: asked(mailSender),
    log: { info: log, warn: log, error: log },
  });
}

describe('delivery', () => {
  const mailbox = new Mailbox();
  beforeEach(() => {
    mailbox.received.length = 0;
    mailbox.answers.clear();
    return mailbox.open();
  });
  afterEach(() => mailbox.close());

  it('sends a letter with its attachment, in both forms, from the configured sender', async () => {
    const contenido = Buffer.from('%PDF-1.7 estado de cuenta\r\n.\r\nfin');
    await queue({
      para: ['ana@correo.example', 'begona@correo.example'],
      asunto: 'Estado de cuenta de Ñuñoa',
      html: '<p>Estimada <b>Ana</b></p><script>alert(1)</script>',
      adjuntos: [{ nombre: 'Estado de cuenta año 2026.pdf', mime: 'application/pdf', contenido }],
    });
    await jobsWith(mailbox.sender()).deliverMails();
    const [letter, ...others] = mailbox.received;
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      from: 'avisos@encinos.example',
      to: ['ana@correo.example', 'begona@correo.example'],
    });
    const raw = letter?.raw ?? '';
    expect(raw).toContain('From: Residencial Encinos <avisos@encinos.example>');
    expect(raw).toContain(`Subject: =?UTF-8?`);
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Estimada <b>Ana</b>');
    expect(raw).not.toContain('alert(1)');
    expect(raw).toContain('Content-Type: application/pdf');
    expect(raw.replaceAll('\r\n', '')).toContain(contenido.toString('base64'));
    expect(await outbox()).toMatchObject([
      { estado: 'enviado', intentos: 1, ultimo_error: null, enviado_at: app.clock.now() },
    ]);
  });

  it('keeps every letter while the server is down, however long, and then delivers each exactly once', async () => {
    const { port } = mailbox;
    await mailbox.close();
    for (let n = 0; n < 5; n += 1) await queue({ asunto: `Aviso ${n}` });
    const jobs = jobsWith(mailbox.sender());
    // Two weeks; more attempts than a letter has that the server only puts off.
    await app.query('UPDATE c_encinos.correo_saliente SET intentos = 26');
    for (let n = 0; n < 6; n += 1) {
      await jobs.deliverMails();
      minutesLater(56 * 60);
    }
    const waiting = await outbox();
    expect(new Set(waiting.map(({ estado }) => estado))).toEqual(new Set(['pendiente']));
    expect(waiting.some(({ ultimo_error }) => ultimo_error?.includes('ECONNREFUSED'))).toBe(true);
    mailbox.port = port;
    await mailbox.open();
    for (let n = 0; n < 3; n += 1) {
      await jobs.deliverMails();
      minutesLater(61);
    }
    expect(mailbox.received.map(({ raw }) => /Subject: (.*)/.exec(raw)?.[1]).toSorted()).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Aviso ${n}`),
    );
    expect(new Set((await outbox()).map(({ estado }) => estado))).toEqual(new Set(['enviado']));
  });

  it('sends a letter whose community nothing says has one, only later', async () => {
    const jobs = jobsWith(mailbox.sender());
    await jobs.deliverMails();
    await queue({ asunto: 'Sin marca' });
    await app.query('DELETE FROM porton.por_hacer');
    for (let turn = 0; turn < (await app.pools.communities.all()).length; turn += 1) await jobs.deliverMails();
    expect(await outbox()).toMatchObject([{ estado: 'enviado' }]);
  });

  it('keeps the mark of a community until all its letters have left, those for later too', async () => {
    const marks = () => app.query("SELECT DISTINCT esquema FROM porton.por_hacer WHERE clase = 'correos'");
    const jobs = jobsWith(mailbox.sender());
    await queue({ asunto: 'Para después' });
    await app.query("UPDATE c_encinos.correo_saliente SET proximo_intento = proximo_intento + interval '1 hour'");
    await jobs.deliverMails();
    expect(await marks()).toEqual([{ esquema: 'c_encinos' }]);
    minutesLater(61);
    await jobs.deliverMails();
    expect([await outbox(), await marks()]).toMatchObject([[{ estado: 'enviado' }], []]);
  });

  it('an attempt at an unreachable server ends the turn: the other letters do not each wait for it', async () => {
    const asked: string[] = [];
    const silent = createServer((socket) => {
      asked.push('connection');
      socket.destroy();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    for (let n = 0; n < 5; n += 1) await queue();
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    await jobsWith(smtpSender({ url, tls: 'si-hay', from: { name: '', address: 'a@b.example' } })).deliverMails();
    await new Promise((resolve) => silent.close(resolve));
    expect(asked).toHaveLength(1);
    expect((await outbox()).map(({ intentos }) => intentos)).toEqual([1, 0, 0, 0, 0]);
  });

  it('does not try again what the server refused for good', async () => {
    mailbox.answers.set('data', { responseCode: 554, message: 'parece publicidad' });
    await queue();
    const jobs = jobsWith(mailbox.sender());
    await jobs.deliverMails();
    minutesLater(10_000);
    await jobs.deliverMails();
    const [row] = await outbox();
    expect(row).toMatchObject({ estado: 'fallido', intentos: 1, enviado_at: null });
    expect(row?.ultimo_error).toContain('554 parece publicidad');
  });

  it('tries again what the server put off, later each time', async () => {
    mailbox.answers.set('ana@correo.example', { responseCode: 450, message: 'vuelva luego' });
    await queue();
    const jobs = jobsWith(mailbox.sender());
    await jobs.deliverMails();
    expect(await outbox()).toMatchObject([{ estado: 'pendiente', intentos: 1 }]);
    await jobs.deliverMails();
    minutesLater(1);
    await jobs.deliverMails();
    minutesLater(4);
    await jobs.deliverMails();
    expect(await outbox()).toMatchObject([{ estado: 'pendiente', intentos: 2 }]);
    mailbox.answers.clear();
    minutesLater(1);
    await jobs.deliverMails();
    expect(await outbox()).toMatchObject([{ estado: 'enviado', intentos: 3, ultimo_error: null }]);
    expect(mailbox.received).toHaveLength(1);
  });

  it('gives up what is put off for a day', async () => {
    await queue();
    const moody = asked<MailSender>({
      leaves: true,
      send: async () => Promise.reject(new Error('450 vuelva luego')),
    });
    await app.query('UPDATE c_encinos.correo_saliente SET intentos = 25');
    for (const outcome of ['failed', 'failed', undefined]) {
      expect(await deliverMail(work, moody, app.clock.now())).toBe(outcome);
      minutesLater(60);
    }
    expect(await outbox()).toMatchObject([{ estado: 'fallido', intentos: 27, ultimo_error: '450 vuelva luego' }]);
  });

  it('a refused recipient gets a letter of its own, and the others do not get theirs again', async () => {
    mailbox.answers.set('lleno@correo.example', { responseCode: 452, message: 'buzón lleno' });
    mailbox.answers.set('ido@correo.example', { responseCode: 550, message: 'no existe' });
    const contenido = Buffer.from('adjunto');
    await queue({
      para: ['ana@correo.example', 'lleno@correo.example', 'ido@correo.example'],
      adjuntos: [{ nombre: 'a.txt', mime: 'text/plain', contenido }],
    });
    const jobs = jobsWith(mailbox.sender());
    await jobs.deliverMails();
    expect(await outbox()).toMatchObject([
      { estado: 'enviado', para: ['ana@correo.example'] },
      { estado: 'pendiente', para: ['lleno@correo.example'], intentos: 1 },
      { estado: 'fallido', para: ['ido@correo.example'], intentos: 1 },
    ]);
    mailbox.answers.clear();
    minutesLater(1);
    await jobs.deliverMails();
    expect(mailbox.received.map(({ to }) => to)).toEqual([['ana@correo.example'], ['lleno@correo.example']]);
    expect(mailbox.received[1]?.raw).toContain(contenido.toString('base64'));
  });

  it('a login that the server refuses is nobody’s letter’s fault', async () => {
    await queue();
    const locked = smtpSender({
      url: `smtp://porton:equivocada@127.0.0.1:${mailbox.port}`,
      tls: 'si-hay',
      from: { name: '', address: 'a@b.example' },
    });
    expect(await deliverMail(work, locked, app.clock.now())).toBe('unreachable');
    const [row] = await outbox();
    expect(row).toMatchObject({ estado: 'pendiente' });
    expect(row?.ultimo_error).not.toContain('equivocada');
  });

  it('gives no password to a server without TLS, unless told to', async () => {
    await queue();
    const before = mailbox.passwords.length;
    const account = {
      url: `smtp://porton:s3creta@127.0.0.1:${mailbox.port}`,
      from: { name: '', address: 'a@b.example' },
    } as const;
    const strict = smtpSender({ ...account, tls: 'exigir' });
    expect(await deliverMail(work, strict, app.clock.now())).toBe('unreachable');
    expect((await outbox())[0]?.ultimo_error).toBe(
      'El servidor de correo no ofrece TLS (STARTTLS) y no se le dio la contraseña. Use smtps:// si lo tiene, o PORTON_CORREO_TLS=si-hay si la red hasta él es de confianza',
    );
    expect(mailbox.passwords).toHaveLength(before);
    minutesLater(60);
    const lax = smtpSender({ ...account, tls: 'si-hay' });
    await deliverMail(work, lax, app.clock.now());
    expect(mailbox.passwords.slice(before)).toEqual(['s3creta']);
  });

  it('sends each letter once, though two processes deliver at the same time', async () => {
    for (let n = 0; n < 10; n += 1) await queue({ asunto: `Aviso ${n}` });
    const jobs = [jobsWith(mailbox.sender()), jobsWith(mailbox.sender())];
    await Promise.all(jobs.map((one) => one.deliverMails()));
    expect(new Set(mailbox.received.map(({ raw }) => /Message-ID: (.*)/i.exec(raw)?.[1])).size).toBe(10);
    expect(mailbox.received).toHaveLength(10);
  });

  it('without a server a letter is done, and says that it did not leave', async () => {
    await queue();
    expect(await deliverMail(work, localMail, app.clock.now())).toBe('sent');
    expect(await deliverMail(work, localMail, app.clock.now())).toBeUndefined();
    expect(await outbox()).toMatchObject([{ estado: 'enviado', enviado_at: null }]);
  });
});

describe('what no letter can be', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `a${n}@correo.example`);
  const adjunto = { nombre: 'a.pdf', mime: 'application/pdf', contenido: Buffer.from('x') };
  const CASES: readonly [string, Partial<MailMessage>, string][] = [
    [
      'a header in the subject',
      { asunto: 'Hola\r\nBcc: todos@correo.example' },
      'El asunto del correo debe ocupar una sola línea',
    ],
    ['a line break at its end', { asunto: 'Hola\n' }, 'El asunto del correo debe ocupar una sola línea'],
    ['no subject', { asunto: '  ' }, 'El correo no tiene asunto'],
    ['a long subject', { asunto: 'x'.repeat(201) }, 'tiene más de 200 caracteres'],
    ['a header in an address', { para: ['ana@correo.example\r\nBcc: x@y.example'] }, 'no es un correo electrónico'],
    ['a line break at its end', { para: ['ana@correo.example\n'] }, 'no es un correo electrónico'],
    ['two addresses in one', { para: ['a@b.example, c@d.example'] }, 'no es un correo electrónico'],
    ['a name', { para: ['Ana <ana@correo.example>'] }, 'no es un correo electrónico'],
    ['nobody', { para: [] }, 'El correo no tiene a quién enviarse'],
    ['eleven', { para: many(11) }, 'a 10 direcciones como máximo; quite 1'],
    ['a file name of two lines', { adjuntos: [{ ...adjunto, nombre: 'a\r\nX: y' }] }, 'archivo adjunto no es válido'],
    ['a path', { adjuntos: [{ ...adjunto, nombre: '../a.pdf' }] }, 'archivo adjunto no es válido'],
    ['a type with a header', { adjuntos: [{ ...adjunto, mime: 'a/b\r\nX: y' }] }, 'archivo adjunto no es válido'],
    ['too much', { adjuntos: [{ ...adjunto, contenido: Buffer.alloc(15 * 1024 * 1024 + 1) }] }, 'pesan más de 15 MB'],
  ];
  it('is refused with what to do, and leaves nothing', async () => {
    for (const [what, changes, message] of CASES) {
      await expect(queue(changes), what).rejects.toThrow(message);
    }
    expect(await outbox()).toEqual([]);
  });

  it('ten may be, and the same address twice is one', async () => {
    await queue({ para: [...many(10), 'A0@correo.example '] });
    expect((await outbox())[0]?.para).toHaveLength(10);
  });
});

describe('campaigns', () => {
  const save = (body: Record<string, unknown>, as: 'administrador' | 'director' = 'administrador') =>
    app.call('POST', '/correocampanas/save', {
      as,
      body: { id: '', name: freshText('Campaña '), titulo: 'Aviso importante', cuerpo: '<p>Hola</p>', ...body },
    });
  const create = async (body: Record<string, unknown> = {}) => (envelope(await save(body)).data as { id: number }).id;
  const get = async (id: number) =>
    envelope(await app.call('GET', `/correocampanas/get/${id}`, { as: 'administrador' })).data as {
      name: string;
      titulo: string;
      cuerpo: string;
    };
  const send = (body: Record<string, unknown>, headers = {}) =>
    app.call('POST', '/correocampanas/enviarcorreo', { as: 'cobranza', body: { otroEmail: '', ...body }, headers });

  /** A lot whose associate has these addresses. */
  async function loteWith(...correos: string[]): Promise<{ id: number; referencia: string }> {
    const lote = await createDeliveredLote(app);
    const [residente] = await app.query<{ id: number }>(
      "INSERT INTO c_encinos.residente (name, tipo) VALUES ('Ana Núñez', 'asociado') RETURNING id",
    );
    await app.query(
      'INSERT INTO c_encinos.lote_residente (lote_id, residente_id, asociado, active) VALUES ($1, $2, true, true)',
      [lote.id, residente?.id],
    );
    for (const correo of correos) {
      await app.query('INSERT INTO c_encinos.correo_electronico (residente_id, correo) VALUES ($1, $2)', [
        residente?.id,
        correo,
      ]);
    }
    return lote;
  }

  it('are saved, listed by name, read and edited', async () => {
    const name = freshText('Zafra ');
    const since = await lastAuditId(app);
    const id = await create({ name, titulo: '  Corte de agua  ' });
    expect(await get(id)).toEqual({
      ...{ id, name, titulo: 'Corte de agua', cuerpo: '<p>Hola</p>', finalidad: { id: null } },
    });
    const all = (await app.call('GET', '/correocampanas/all', { as: 'cobranza' })).body;
    expect(all).toContainEqual({ id, name });
    expect(envelope(await save({ id, name, titulo: 'Otro' }))).toMatchObject({
      success: true,
      message: 'Acción exitosa',
      data: { id },
    });
    expect(await get(id)).toMatchObject({ titulo: 'Otro' });
    expect(await auditRows(app, since)).toMatchObject([
      { entidad: 'correo_campana', status: 'creado', antes: null, despues: { titulo: 'Corte de agua' } },
      {
        entidad: 'correo_campana',
        status: 'actualizado',
        antes: { titulo: 'Corte de agua' },
        despues: { titulo: 'Otro' },
      },
    ]);
    expect((await app.call('GET', '/correocampanas/get/999999', { as: 'administrador' })).status).toBe(404);
    expect((await save({ id: 999_999 })).status).toBe(404);
  });

  it('the same name, whatever its accents and case, is refused', async () => {
    const name = freshText('Únicó ');
    await create({ name });
    expect(envelope(await save({ name: name.toLowerCase() }))).toMatchObject({
      success: false,
      message: 'Ya existe un correo de campaña con ese nombre. Escriba otro o edite el existente',
    });
  });

  it('name and title are required, and the title is one line', async () => {
    const faults = async (body: Record<string, unknown>) => {
      const reply = await save(body);
      expect(reply.status).toBe(400);
      return envelope(reply).errors;
    };
    expect(await faults({ name: ' ', titulo: '' })).toEqual([
      { path: 'name', message: 'Campo Requerido' },
      { path: 'titulo', message: 'Campo Requerido' },
    ]);
    expect(await faults({ titulo: 'Hola\r\nBcc: x@y.example' })).toEqual([
      { path: 'titulo', message: 'Debe ocupar una sola línea, sin saltos ni tabuladores' },
    ]);
  });

  it('HTML is sanitised when it is saved, and again when it is sent', async () => {
    const id = await create({ cuerpo: '<p onclick="x()">Hola</p><script>alert(1)</script>' });
    expect((await get(id)).cuerpo).toBe('<p>Hola</p>');
    expect((await get(await create({ cuerpo: 'Uno\n\nDos & tres' }))).cuerpo).toBe('<p>Uno</p>\n<p>Dos &amp; tres</p>');
    // As a restored backup or another program might have left it.
    await app.query('UPDATE c_encinos.correo_campana SET cuerpo = $2 WHERE id = $1', [
      id,
      '<p>Hola</p><img src="x" onerror="alert(1)">',
    ]);
    const lote = await loteWith('ana@correo.example');
    await send({ idLote: lote.id, idCorreo: id });
    expect(await outbox()).toMatchObject([{ html: '<p>Hola</p><img src="x" />', texto: 'Hola' }]);
  });

  it('go to all addresses of the associate and to the other one, and wake the job', async () => {
    const lote = await loteWith('ana@correo.example', 'ana2@correo.example');
    const idCorreo = await create({ name: freshText('Agua '), titulo: 'Corte de agua' });
    const since = await lastAuditId(app);
    const before = wakes;
    const reply = await send({ idLote: lote.id, idCorreo, otroEmail: ' Contador@Correo.example ' });
    expect(envelope(reply)).toEqual({ success: true, message: 'Acción exitosa' });
    const para = ['ana@correo.example', 'ana2@correo.example', 'Contador@Correo.example'];
    const [row] = await outbox();
    expect(row).toMatchObject({ para, asunto: 'Corte de agua', estado: 'pendiente', lote_id: lote.id });
    expect(row?.usuario_id).not.toBeNull();
    expect(wakes).toBe(before + 1);
    expect(await auditRows(app, since)).toMatchObject([
      { entidad: 'correo_saliente', referencia: lote.referencia, despues: { para } },
    ]);
  });

  it('a subject that a lot’s data make too long, or break, is cut and put on one line, as in a run', async () => {
    const lote = await loteWith('ana@correo.example');
    await app.query(
      `UPDATE c_encinos.residente SET name = $2 WHERE id = (SELECT residente_id FROM c_encinos.lote_residente WHERE lote_id = $1)`,
      [lote.id, `Ana\tNúñez ${'y'.repeat(190)}`],
    );
    const idCorreo = await create({ titulo: 'Corte de agua: {{asociado}}' });
    expect(envelope(await send({ idLote: lote.id, idCorreo }))).toMatchObject({ success: true });
    expect((await outbox())[0]?.asunto).toBe(`Corte de agua: Ana Núñez ${'y'.repeat(175)}`);
  });

  it('sent again with the same key they are sent once', async () => {
    const lote = await loteWith('ana@correo.example');
    const body = { idLote: lote.id, idCorreo: await create() };
    const headers = { 'idempotency-key': 'k'.repeat(32) };
    await send(body, headers);
    expect(envelope(await send(body, headers)).success).toBe(true);
    expect(await outbox()).toHaveLength(1);
  });

  it('without any address they are refused, and the other address alone does', async () => {
    const lote = await loteWith();
    const idCorreo = await create();
    expect(envelope(await send({ idLote: lote.id, idCorreo }))).toEqual({
      success: false,
      message: `El asociado del lote ${lote.referencia} no tiene correo electrónico. Agréguelo en sus datos o escriba otro correo`,
    });
    expect(await outbox()).toEqual([]);
    await send({ idLote: lote.id, idCorreo, otroEmail: 'otra@correo.example' });
    expect(await outbox()).toMatchObject([{ para: ['otra@correo.example'] }]);
  });

  it('a former associate gets nothing', async () => {
    const lote = await loteWith('ido@correo.example');
    await app.query('UPDATE c_encinos.lote_residente SET active = false, hasta = current_date WHERE lote_id = $1', [
      lote.id,
    ]);
    expect(envelope(await send({ idLote: lote.id, idCorreo: await create() })).success).toBe(false);
  });

  it('an unknown template or lot, and an address that is none, are refused', async () => {
    const lote = await loteWith('ana@correo.example');
    const idCorreo = await create();
    expect(envelope(await send({ idLote: lote.id, idCorreo: 999_999 })).message).toBe(
      'El correo de campaña ya no existe. Elija otro',
    );
    expect(envelope(await send({ idLote: 999_999, idCorreo })).message).toContain('El lote no existe');
    const reply = await send({ idLote: lote.id, idCorreo, otroEmail: 'x@y.example\r\nBcc: z@y.example' });
    expect(reply.status).toBe(400);
    expect(envelope(reply).errors).toEqual([{ path: 'otroEmail', message: 'Email Inválido' }]);
    expect((await send({ idLote: lote.id })).status).toBe(400);
    expect(await outbox()).toEqual([]);
  });
});

describe('the outbox', () => {
  interface Page {
    content: { id: number; estado: string; asunto: string; adjuntos: number }[];
    first: boolean;
    last: boolean;
    totalElements: number;
    hayServidor: boolean;
  }
  const page = async (query = '') =>
    (await app.call('GET', `/correosaliente/allpaginable${query}`, { as: 'director' })).body as Page;
  const retry = (id: number) => app.call('POST', `/correosaliente/reintentar/${id}`, { as: 'director' });
  const setState = (id: number, estado: string, at: Date | null = null) =>
    app.query('UPDATE c_encinos.correo_saliente SET estado = $2, enviado_at = $3, intentos = 5 WHERE id = $1', [
      id,
      estado,
      at,
    ]);

  it('is paged, newest first, and found by state, recipient, subject and lot', async () => {
    const lote = await createDeliveredLote(app);
    const ids: number[] = [];
    for (const [n, asunto] of ['Estado de cuenta', 'Aviso de corte', 'Factura'].entries()) {
      ids.push(await queue({ asunto, para: [`persona${n}@correo.example`], loteId: lote.id }));
    }
    const [first = 0, second = 0, third = 0] = ids;
    await setState(first, 'enviado', app.clock.now());
    await setState(second, 'enviado');
    const all = await page();
    expect(all).toMatchObject({ first: true, last: true, totalElements: 3, hayServidor: true });
    expect(all.content.map(({ id, estado }) => [id, estado])).toEqual([
      [third, 'pendiente'],
      [second, 'guardado'],
      [first, 'enviado'],
    ]);
    const found = async (query: string) => (await page(query)).content.map(({ id }) => id);
    expect(await page('?size=2&page=1')).toMatchObject({ first: false, last: true, content: [{ id: first }] });
    expect(await found('?estado=guardado')).toEqual([second]);
    expect(await found('?estado=enviado')).toEqual([first]);
    expect(await found('?estado=fallido')).toEqual([]);
    expect(await found('?q=AVÍSO')).toEqual([second]);
    expect(await found('?q=persona2@')).toEqual([third]);
    expect(await found(`?q=${encodeURIComponent(lote.referencia.toLowerCase())}`)).toEqual([third, second, first]);
    expect(await found('?q=%25')).toEqual([]);
  });

  it('opens a letter and hands its attachment out', async () => {
    const contenido = Buffer.from([0, 1, 2, 255]);
    const id = await queue({ adjuntos: [{ nombre: 'año.pdf', mime: 'application/pdf', contenido }] });
    const { data } = envelope(await app.call('GET', `/correosaliente/get/${id}`, { as: 'director' })) as {
      data: { adjuntoList: { id: number }[] };
    };
    expect(data).toMatchObject({
      html: '<p>Hola</p>',
      texto: 'Hola',
      adjuntos: 1,
      adjuntoList: [{ nombre: 'año.pdf', mime: 'application/pdf', bytes: 4 }],
    });
    const path = `/correosaliente/adjunto/${data.adjuntoList[0]?.id}`;
    const reply = await app.call('GET', path, { as: 'director' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''a%C3%B1o.pdf",
      'x-content-type-options': 'nosniff',
    });
    expect((await app.call('GET', path, { as: 'administrador' })).status).toBe(403);
    expect((await app.call('GET', '/correosaliente/get/999999', { as: 'director' })).status).toBe(404);
    expect((await app.call('GET', '/correosaliente/adjunto/999999', { as: 'director' })).status).toBe(404);
  });

  it('sends a failed letter again when somebody asks, and wakes the job; one that was sent is refused', async () => {
    const id = await queue();
    await setState(id, 'fallido');
    minutesLater(60);
    const before = wakes;
    const since = await lastAuditId(app);
    expect(envelope(await retry(id))).toEqual({ success: true, message: 'Acción exitosa' });
    expect(wakes).toBe(before + 1);
    expect(await auditRows(app, since)).toMatchObject([{ entidad: 'correo_saliente', status: 'actualizado' }]);
    const sent: string[] = [];
    const sender: MailSender = {
      leaves: true,
      async send({ asunto }) {
        sent.push(asunto);
        return [];
      },
    };
    await jobsWith(sender).deliverMails();
    expect(sent).toEqual(['Aviso']);
    expect(envelope(await retry(id))).toEqual({
      success: false,
      message: 'El correo ya se envió. Actualice la lista',
    });
    expect((await retry(999_999)).status).toBe(404);
  });
});
