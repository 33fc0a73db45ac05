import { toCentavos, toPesos } from '#core/money.ts';
import { archivoOfUrl } from '#features/archivos/contract.ts';
import { createCharges, loadCharge } from '#libro/server/charges.ts';
import { cancelOwed, condoneCharge } from '#libro/server/condone.ts';
import { loadHeader } from '#libro/server/header.ts';
import { lockLoteOfBody, refuseClosedLote } from '#libro/server/lotes.ts';
import { inPesos, payCharge, settlePayment } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { type Context, register } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { findPhoneOfLote } from '#platform/server/push.ts';
import { sancionesContract } from '../contract.ts';
import { findArchivo, findMulta, findTipoMulta, listCondonaciones, listPagos } from './repository.ts';

/** The image that a new fine names: one that this user uploaded for it. */
async function imageOf(ctx: Context, url: string): Promise<{ url: string; fileName: string }> {
  const id = archivoOfUrl(url);
  if (id === undefined) return { url: '', fileName: '' };
  const archivo = await findArchivo(ctx.tx, id);
  if (archivo?.uso !== 'sancion' || archivo.usuario_id !== ctx.user.id) {
    throw new Refusal('La imagen no se encuentra. Súbala de nuevo');
  }
  return { url, fileName: archivo.nombre };
}

export const sancionesEndpoints = register(
  sancionesContract,
  {
    lote: ({ params, ctx }) => loadHeader(ctx.tx, params.id),

    async save({ body, ctx }) {
      const { tx } = ctx;
      const stamp = stampOf(ctx);
      const lote = await lockLoteOfBody(tx, body.loteTransient.id);
      refuseClosedLote(lote);
      const tipo = await findTipoMulta(tx, body.tipoMulta.id);
      if (!tipo) throw new Refusal('El tipo de sanción no existe. Elija otro');
      const image = await imageOf(ctx, body.url);
      const monto = toCentavos(body.costo);
      const [id = 0] = await createCharges(tx, stamp, [
        {
          lote_id: lote.id,
          tipo: 'sancion',
          concepto: `Sanción ${tipo.name}, folio ${body.folio}`,
          monto_centavos: monto,
          // A fine falls due on its day.
          vence: stamp.today,
          tipo_multa_id: tipo.id,
          folio: body.folio,
          observacion: body.observacion,
          url: image.url,
          file_name: image.fileName,
        },
      ]);
      const phone = await findPhoneOfLote(tx, lote.id);
      if (phone) {
        await ctx.push.enqueue({
          ...phone,
          titulo: 'Portón',
          cuerpo: `Nueva sanción con folio ${body.folio} por un monto de ${inPesos(monto)} pesos`,
        });
      }
      await ctx.audit({
        status: 'creado',
        entidad: 'cargo',
        entidadId: id,
        referencia: lote.referencia,
        nota: `Sanción ${tipo.name} por ${inPesos(monto)}, folio ${body.folio}${phone ? '; se avisó por teléfono' : ''}`,
        despues: { tipo: 'sancion', monto, folio: body.folio, observacion: body.observacion, ...image },
      });
      return { id };
    },

    async get({ params, ctx }) {
      const { tx } = ctx;
      const charge = await loadCharge(tx, 'sancion', params.id);
      const multa = await findMulta(tx, charge.id);
      const direccion = await loadHeader(tx, charge.loteId);
      const pagos = await listPagos(tx, charge.id);
      const condonaciones = await listCondonaciones(tx, charge.id);
      return {
        id: charge.id,
        folio: charge.folio,
        observacion: charge.observacion,
        costo: toPesos(charge.monto),
        url: multa.url,
        fileName: multa.fileName,
        tipoMulta: { id: multa.tipoId, name: multa.tipoName, descripcion: multa.tipoDescripcion },
        loteTransient: { id: charge.loteId },
        created_at: charge.fecha,
        updated_at: multa.updated_at.toISOString(),
        pagoStatus: charge.status,
        fondo: direccion.fondo,
        pagosMultas: pagos.map((pago) => ({
          id: pago.id,
          fechaPago: pago.fecha_pago,
          fechaContable: pago.fecha_contable,
          pagoStatus: pago.status,
          pagado: toPesos(pago.monto),
          create_at: pago.created_at.toISOString(),
          updated_at: (pago.cancelled_at ?? pago.created_at).toISOString(),
        })),
        condonadasMultas: condonaciones.map((row) => ({
          montoCondonado: toPesos(row.monto),
          created_at: row.created_at.toISOString(),
        })),
        descuento: toPesos(multa.descuento ?? 0),
        saldo: toPesos(charge.saldo),
        direccion,
      };
    },

    pagar: ({ body, ctx }) =>
      payCharge(ctx, {
        tipo: 'sancion',
        cargoId: body.multaTransient.id,
        monto: body.pagado,
        tender: {
          metodo: body.metodoPago.id,
          cajaId: body.caja.id,
          fechaPago: body.fecha_pago,
          noCuenta: body.noCuenta,
          referencia: body.referencia,
        },
        descuento: { percent: body.applyDescuento, codigo: body.autorizado },
        nombre: 'sanción',
      }),

    async condonar({ body, ctx }) {
      const { id, codigo, razon, porcentaje } = body;
      await condoneCharge(ctx, { tipo: 'sancion', cargoId: id, codigo, razon, percent: porcentaje, nombre: 'sanción' });
      return undefined;
    },

    async cancelar({ body, ctx }) {
      await cancelOwed(ctx, { ...body, tipo: 'sancion', cargoId: body.id, nombre: 'sanción' });
      return undefined;
    },

    async condonarCuota({ body, ctx }) {
      const { id, codigo, razon, porcentaje } = body;
      await condoneCharge(ctx, { tipo: 'cuota', cargoId: id, codigo, razon, percent: porcentaje, nombre: 'cuota' });
      return undefined;
    },

    async cancelarCuota({ body, ctx }) {
      await cancelOwed(ctx, { ...body, tipo: 'cuota', cargoId: body.id, nombre: 'cuota' });
      return undefined;
    },
  },
  { pagar: settlePayment },
);
