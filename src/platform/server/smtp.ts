/** Mail by an SMTP server. A connection per letter: a server that went away is never noticed late. */
import { createTransport } from 'nodemailer';
import { z } from '../zod.ts';
import { type Letter, MailRejected, type MailSender, MailUnreachable, type RefusedRecipient } from './mail.ts';
import { type Asked, asked } from './outside.ts';

export interface SmtpAccount {
  /** smtp://user:password@host:587, or smtps:// for TLS from the start. */
  url: string;
  /** 'exigir': without TLS neither password nor letter leaves; 'si-hay': TLS where the server offers it. */
  tls: 'exigir' | 'si-hay';
  from: { name: string; address: string };
}

const TIMEOUT_MS = 15_000;

/** What nodemailer tells on its errors; `response` is the server's own line. */
const fault = z.object({
  message: z.string(),
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
});
const refusal = fault.extend({ recipient: z.string() });
const withRefusals = z.object({ rejectedErrors: z.array(refusal).optional() });

const isFinal = (code: number | undefined) => code !== undefined && code >= 500;
const MAILBOX_FULL_OR_LETTER_TOO_BIG = 552;

const refusedText = ({ response, message }: { response?: string | undefined; message: string }) =>
  `El servidor de correo respondió: ${response || message}`;

/** What the library says, and what the system's TLS says under it. */
const BROKEN_TLS = /^Error initiating TLS|SSL routines|ssl3_|tls_|certificate/i;

/** Before the password was sent. */
const noTls = (message: string) =>
  BROKEN_TLS.test(message)
    ? `No se pudo establecer TLS con el servidor de correo, y no se envió nada: ${message}`
    : 'El servidor de correo no ofrece TLS (STARTTLS) y no se le dio la contraseña. Use smtps:// si lo tiene, o PORTON_CORREO_TLS=si-hay si la red hasta él es de confianza';

function faultOf(error: unknown): Error {
  const { data } = fault.safeParse(error);
  if (!data) return error instanceof Error ? error : new Error(String(error));
  const { message, code, command, response, responseCode } = data;
  if (code === 'ETLS' || (response === undefined && BROKEN_TLS.test(message)) || message.includes('STARTTLS'))
    return new MailUnreachable(noTls(message), { cause: error });
  const aboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ESTREAM';
  // A sender that the server does not let write holds for every letter, until somebody mends the settings.
  const sender = command === 'MAIL FROM' && isFinal(responseCode) && responseCode !== MAILBOX_FULL_OR_LETTER_TOO_BIG;
  if (!aboutLetter || sender) {
    return new MailUnreachable(`No se pudo usar el servidor de correo: ${message}`, { cause: error });
  }
  const { data: { rejectedErrors: refused = [] } = {} } = withRefusals.safeParse(error);
  const final = refused.length > 0 ? refused.every((one) => isFinal(one.responseCode)) : isFinal(responseCode);
  const text = refusedText(refused[0] ?? data);
  return final ? new MailRejected(text, { cause: error }) : new Error(text, { cause: error });
}

/** Sends as `from` by the server of the URL. */
export function smtpSender({ url, tls, from }: SmtpAccount): Asked<MailSender> {
  const transport = createTransport({
    url,
    // A server between us and ours could hide that it offers TLS, to be given the password.
    requireTLS: tls === 'exigir',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    // A letter's contents name no file and no page of the server's network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return asked<MailSender>({
    leaves: true,
    async send({ key, para, asunto, html, texto, adjuntos }: Letter): Promise<readonly RefusedRecipient[]> {
      try {
        const info = await transport.sendMail({
          from,
          to: para.map((address) => ({ name: '', address })),
          subject: asunto,
          html,
          text: texto,
          messageId: `<porton.${key}@${domain}>`,
          xMailer: false,
          attachments: adjuntos.map(({ nombre, mime, contenido }) => ({
            filename: nombre,
            contentType: mime,
            content: contenido,
          })),
        });
        const { rejectedErrors: refused = [] } = withRefusals.parse(info);
        return refused.map((one) => ({
          address: one.recipient,
          reason: refusedText(one),
          final: isFinal(one.responseCode),
        }));
      } catch (error) {
        throw faultOf(error);
      }
    },
  });
}
