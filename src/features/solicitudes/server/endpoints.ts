import { toPesos } from '#core/money.ts';
import { consulted, consultedAll } from '#libro/server/consultado.ts';
import type { Upload } from '#platform/endpoint.ts';
import { type Before, type Context, type Registration, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { type Solicitud, solicitudesContract } from '../contract.ts';
import { CLASE, refusalOfDeposito } from '../rules.ts';
import {
  type ComprobanteDicho,
  type ContactoDicho,
  orForget,
  type Remitente,
  readComprobante,
  sendAclaracion,
  sendComprobante,
  sendContacto,
  sendFactura,
} from './crear.ts';
import * as repository from './repository.ts';

/** What accepting a proposal asks of whoever keeps contact data. */
export interface Aceptacion {
  applyContacto(ctx: Context, residenteId: number, dicho: Omit<ContactoDicho, 'texto'>): Promise<void>;
}

const NO_LOTE = 'No existe el lote solicitado';

/** The office for whoever owns the lot. */
async function oficinaDe(ctx: Context, loteId: number): Promise<Remitente> {
  const lote = await repository.findLote(ctx.tx, loteId);
  if (!lote) throw new NotFound(NO_LOTE);
  return { lote, residenteId: lote.residenteId, nombre: lote.asociado || lote.referencia, via: 'oficina' };
}

/** Contact and tax data that somebody sent are theirs, wherever they are read. */
async function tellReading(ctx: Context, rows: readonly repository.SolicitudRow[]): Promise<void> {
  const withData = rows.filter(({ datos }) => datosOf(datos).length > 0);
  const personas = new Map(
    withData.flatMap(({ residenteId: id, residente }) =>
      id === null ? [] : [[id, { entidad: 'residente' as const, id, name: residente }]],
    ),
  );
  await consulted(ctx, [...personas.values()], 'los datos que envió');
  if (withData.some(({ residenteId }) => residenteId === null))
    await consultedAll(ctx, 'solicitud', 'los datos que enviaron representantes');
}

const NAMES: Readonly<Record<string, string>> = {
  telefono: 'Teléfono',
  correo: 'Correo',
  rfc: 'RFC',
  razonSocial: 'Razón social',
  codigoPostal: 'Código postal',
  regimen: 'Régimen',
  uso: 'Uso',
};

const datosOf = (datos: Record<string, unknown>) =>
  Object.entries(NAMES).flatMap(([key, label]) => {
    const value = datos[key];
    return typeof value === 'string' && value !== '' ? [{ label, value }] : [];
  });

function comprobanteOf(
  row: repository.SolicitudRow,
  candidatos: readonly repository.Candidato[],
): Solicitud['comprobante'] {
  const { forma, fecha, importe, archivoId } = row;
  if (forma === null || fecha === null || importe === null || archivoId === null) return null;
  return {
    ...{ forma, fecha, importe: toPesos(importe), rastreo: row.rastreo ?? '', banco: row.banco ?? '' },
    ...{ ordenante: row.ordenante ?? '', cuenta: row.cuenta ?? '', sello: row.sello ?? 'ninguno' },
    archivo: { id: archivoId, nombre: row.archivo ?? '' },
    deposito: row.entranteId,
    candidatos: candidatos.map((one) => ({ ...one, importe: toPesos(one.importe) })),
  };
}

function solicitudOf(row: repository.SolicitudRow, candidatos: readonly repository.Candidato[]): Solicitud {
  const { id, clase, estado, residenteId, remitente, via, texto, createdAt, recibo, respuesta } = row;
  const { cargoId, cargoConcepto, cargoSaldo, resueltaAt, resueltaPor } = row;
  return {
    ...{ id, clase, estado, residenteId, remitente, via, texto, recibo, respuesta },
    ...{ lote: { id: row.loteId, referencia: row.referencia }, createdAt: createdAt.toISOString() },
    datos: datosOf(row.datos),
    cargo:
      cargoId === null
        ? null
        : { id: cargoId, concepto: cargoConcepto ?? '', saldo: toPesos(cargoSaldo ?? (0 as never)) },
    resuelta: resueltaAt && { usuario: resueltaPor, at: resueltaAt.toISOString() },
    comprobante: comprobanteOf(row, candidatos),
  };
}

async function openOne(
  ctx: Context,
  id: number,
  isOpen = ({ estado }: repository.SolicitudRow): boolean => estado === 'pendiente',
): Promise<repository.SolicitudRow> {
  const row = await repository.findSolicitudForUpdate(ctx.tx, id);
  if (!row) throw new NotFound('No existe esa solicitud');
  if (!isOpen(row)) throw new Refusal(`Ya está ${row.estado}. Actualice la página`);
  return row;
}

/** Says which deposit a proof is of; the deposit is applied where all are, by whoever applies them. */
async function tie(ctx: Context, row: repository.SolicitudRow, depositoId: number | null): Promise<void> {
  if (depositoId === null) {
    throw new Refusal(
      'Elija el depósito que es. Si todavía no llega, espere al estado de cuenta del banco',
      'deposito.id',
    );
  }
  const deposito = await repository.findDepositoForUpdate(ctx.tx, depositoId);
  if (!deposito) throw new NotFound('No existe ese depósito');
  const refusal = refusalOfDeposito(deposito, { importe: row.importe ?? 0, loteId: row.loteId });
  if (refusal) throw new Refusal(refusal, 'deposito.id');
  await repository.tieComprobante(ctx.tx, row.id, deposito.id);
}

async function resolve(
  ctx: Context,
  row: repository.SolicitudRow,
  estado: 'aceptada' | 'rechazada',
  respuesta: string,
) {
  await repository.resolveSolicitud(ctx.tx, row.id, {
    estado,
    respuesta,
    usuarioId: ctx.usuarioId,
    now: ctx.clock.now(),
  });
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'solicitud', entidadId: row.id, referencia: row.referencia },
    ...{ nota: `${CLASE[row.clase]} de «${row.remitente}»: ${estado}`, antes: { estado: row.estado } },
    despues: { estado, respuesta },
  });
}

/** Does what accepting means: of a proof it says the deposit, of contact data it changes them. */
async function accept(
  ctx: Context,
  { id, respuesta, deposito }: { id: number; respuesta: string; deposito: { id: number | null } },
  applyContacto: Aceptacion['applyContacto'],
): Promise<void> {
  const row = await openOne(ctx, id);
  if (row.clase === 'comprobante') await tie(ctx, row, deposito.id);
  if (row.clase === 'contacto' && row.residenteId !== null) {
    // Of who left, data may have been let go of meanwhile: they do not come back by this.
    if (!(await repository.findResidenteDe(ctx.tx, row.loteId, row.residenteId)))
      throw new Refusal('Esa persona ya no es de este lote: sus datos no se cambian. Rechace la propuesta');
    await applyContacto(ctx, row.residenteId, row.datos as unknown as Omit<ContactoDicho, 'texto'>);
  }
  if (row.clase === 'aclaracion' && respuesta === '') throw new Refusal('Escriba qué se aclaró', 'respuesta');
  await resolve(ctx, row, 'aceptada', respuesta);
}

/** Of a proof also what was accepted, since it may have been said to be of another's deposit. */
const isRefusable = ({ clase, estado }: repository.SolicitudRow): boolean =>
  estado === 'pendiente' || (clase === 'comprobante' && estado === 'aceptada');

async function refuse(ctx: Context, { id, razon }: { id: number; razon: string }): Promise<void> {
  const row = await openOne(ctx, id, isRefusable);
  if (row.clase === 'comprobante') await repository.dropComprobante(ctx.tx, id);
  await resolve(ctx, row, 'rechazada', razon);
}

interface Sent {
  body: { file: Upload };
  query: ComprobanteDicho;
  before: Before;
}

export const solicitudesEndpoints = ({ applyContacto }: Aceptacion): Registration =>
  register(
    solicitudesContract,
    {
      async lista({ query: { page, size, ...filter }, ctx }) {
        const rows = await repository.listSolicitudes(ctx.tx, filter, { limit: size, offset: page * size });
        await tellReading(ctx, rows);
        const waiting = rows.filter(({ clase, estado }) => clase === 'comprobante' && estado === 'pendiente');
        const candidatos = await repository.listCandidatos(
          ctx.tx,
          waiting.map(({ id }) => id),
        );
        return {
          rows: rows.map((row) =>
            solicitudOf(
              row,
              candidatos.filter(({ solicitudId }) => solicitudId === row.id),
            ),
          ),
          total: await repository.countSolicitudes(ctx.tx, filter),
        };
      },

      async deDeposito({ params, ctx }) {
        const rows = await repository.listDeDeposito(ctx.tx, params.id);
        return rows.map(({ loteId, referencia, importe, ...row }) => ({
          ...{ ...row, importe: toPesos(importe), lote: { id: loteId, referencia } },
        }));
      },

      async comprobante({ params, prepared, ctx }) {
        return orForget(ctx, prepared, async () => sendComprobante(ctx, await oficinaDe(ctx, params.id), prepared));
      },

      async contacto({ body: { lote, residente, ...dicho }, ctx }) {
        const de = await oficinaDe(ctx, lote.id);
        const quien = await repository.findResidenteDe(ctx.tx, lote.id, residente.id);
        if (!quien) throw new Refusal('Esa persona no es del lote. Elija otra', 'residente.id');
        return sendContacto(ctx, { ...de, residenteId: quien.id, nombre: quien.name }, dicho);
      },

      async factura({ body: { lote, ...dicha }, ctx }) {
        return sendFactura(ctx, await oficinaDe(ctx, lote.id), dicha);
      },

      async aclaracion({ body, ctx }) {
        const cargo = await repository.findCargo(ctx.tx, body.cargo.id);
        if (!cargo) throw new NotFound('No existe el cargo solicitado');
        return sendAclaracion(ctx, await oficinaDe(ctx, cargo.loteId), body);
      },

      async aceptar({ body, ctx }) {
        await accept(ctx, body, applyContacto);
        return undefined;
      },

      async rechazar({ body, ctx }) {
        await refuse(ctx, body);
        return undefined;
      },
    },
    {},
    { comprobante: (sent: Sent) => readComprobante(sent.body.file, sent.query, sent.before) },
  );
