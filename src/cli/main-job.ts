/**
 * npm run demo:main-job: the work of a cashier from end to end, on a demo community of its own that is thrown away afterwards:
 * find a lot, collect three months with their interest, have the CFDI stamped, keep its XML and PDF, mail it, cancel it.
 * With --en=http://localhost:3000 it works on a demo that is running. Everything goes through the API, as the screens do.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maintenanceDue } from '#core/allocation.ts';
import { fechaInZone } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { dayOfMonth } from '#core/period.ts';
import { facturaDocument, facturaFileName, xmlFileName } from '#documents/factura.ts';
import type { SearchRow } from '#features/inicio/contract.ts';
import { DEMO_PASSWORD } from '#features/usuarios/demo.ts';
import type { PaymentResult } from '#libro/contract.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import type { PayContext } from '#libro/mantenimiento/contract.ts';
import { payableInterest, payableMonth, paymentOf } from '#libro/mantenimiento/rules.ts';
import { Obstacle, sentenceOf } from '#platform/server/obstacles.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { becomesReady, freePort, spawnProduct } from './own-product.ts';

const MESES = 3;
const money = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });

class JobFailed extends Obstacle {}

interface Product {
  base: string;
  stop(): Promise<void>;
}

/** A product of its own, on a data folder that goes away with it. */
async function startProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'porton-trabajo-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const child = spawnProduct({ port, dataDir: join(folder, 'datos'), lotes: 60, stderr: 'inherit' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  if (await becomesReady(child, port)) return { base, stop };
  await stop();
  throw new JobFailed('El producto no arrancó.');
}

/** The JSON of an answer, of a refusal too. */
async function ask<T>(url: string, init: RequestInit): Promise<T> {
  try {
    return (await (await fetch(url, init)).json()) as T;
  } catch {
    throw new JobFailed(
      `En ${url} no responde un Portón. Revise la dirección, por ejemplo --en=http://localhost:3000.`,
    );
  }
}

class Session {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async open(base: string, username: string): Promise<Session> {
    const { access_token } = await ask<{ access_token?: string }>(`${base}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: DEMO_PASSWORD }),
    });
    if (!access_token) throw new JobFailed(`No se pudo entrar como ${username} en ${base}.`);
    return new Session(base, access_token);
  }

  /** The value in its envelope, or bare. A refusal ends the job with its own words. */
  async call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const answer = await ask<{ success?: boolean; data?: T; message?: string }>(`${this.#base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.success === false) throw new JobFailed(`${path}: ${answer.message}`);
    return answer.success === true ? ((answer.data ?? answer.message) as T) : (answer as T);
  }
}

let number = 0;
function step(text: string): void {
  number += 1;
  console.log(`${String(number).padStart(2)}. ${text}`);
}

interface Owing {
  row: SearchRow;
  context: PayContext;
}

/**
 * A lot with three months owed, and interest that they bore: found as a cashier finds it, by what people remember. One with tax
 * data of its own comes first.
 */
async function findLote(cashier: Session): Promise<Owing> {
  const fiscal = await cashier.call<{ lote_residente: { name: string } }[]>('GET', '/datosfiscales/all');
  const known = fiscal.map(({ lote_residente: { name } }) => name);
  const found: Owing[] = [];
  for (let manzana = 1; manzana <= 20; manzana += 1) {
    const text = encodeURIComponent(`M${String(manzana).padStart(2, '0')}`);
    const rows = await cashier.call<SearchRow[]>('GET', `/search/get/${text}/Referencia`).catch(() => []);
    for (const row of rows) {
      if (!row.paga_mtto || row.deuda_mantenimiento === 0 || row.deuda_moratorio === 0) continue;
      const context = await cashier.call<PayContext>('GET', `/lote/get-for-pagarmantenimiento/${row.id_lote}`);
      if (context.mantenimientos.length < MESES || context.interesesMoratoriosList.length === 0) continue;
      if (known.some((name) => name.includes(row.referencia))) return { row, context };
      found.push({ row, context });
    }
  }
  if (found[0]) return found[0];
  throw new JobFailed(`No hay un lote que deba ${MESES} meses con intereses.`);
}

/** Three months with their interest; the invoice on which they were stamped. */
async function collect(cashier: Session, { row, context }: Owing): Promise<number> {
  const months = context.mantenimientos.slice(0, MESES);
  const last = months.at(-1);
  if (!last) throw new JobFailed('El lote no debe meses.');
  const fechaPago = fechaInZone(new Date(), 'America/Mexico_City');
  const due = maintenanceDue(
    paymentOf(
      months.map(payableMonth),
      context.interesesMoratoriosList.map(payableInterest),
      null,
      {
        cuota: toCentavos(context.cuota),
        diaCorte: context.diaCorte,
        rules: context.descuentos.map((rule) => rule.percent),
        especial: context.discount,
      },
      { last, fechaPago, interestPercent: 0, withInterest: true },
    ),
  );
  const [caja] = await cashier.call<{ id: number; name: string }[]>('GET', '/caja/listactive');
  const metodos = await cashier.call<{ id: number; name: string }[]>('GET', '/metodopago/all');
  const metodo = metodos.find(({ name }) => name === 'Transferencia') ?? metodos[0];
  if (!caja || !metodo) throw new JobFailed('No hay cajas o métodos de pago.');
  const result = await cashier.call<PaymentResult>('POST', '/cobromantenimiento/save', {
    id: row.id_lote,
    monto: toPesos(due.total),
    range: months.map((month) => ({ date: dayOfMonth(month, 1) })),
    referencia: 'Trabajo principal',
    metodoPago: { id: metodo.id },
    caja: { id: caja.id },
    noCuenta: '1234',
    payMoratorio: true,
    apply_descuento: 0,
    autorizacion: '',
    fechaPagoReal: fechaPago,
  });
  step(
    `Cobra ${due.months.length} meses (${money.format(toPesos(due.monthsTotal))}) y ${due.interest.length} intereses (${money.format(toPesos(due.interestTotal))}): ${money.format(result.recibo.total)} en ${caja.name}. Recibo ${result.recibo.id}.`,
  );
  if (result.recibo.fondo > 0) step(`El redondeo, ${money.format(result.recibo.fondo)}, queda a favor del lote.`);

  const facturaId = result.idFactura;
  if (!result.seFacturo || facturaId === null) {
    throw new JobFailed(`La factura no se generó: ${result.responseFromProveedor || 'sigue pendiente'}`);
  }
  return facturaId;
}

/** Its XML and its PDF, in `folder`. */
async function keepFiles(cashier: Session, facturaId: number, folder: string): Promise<void> {
  const factura = await cashier.call<Factura>('GET', `/factura/get/${facturaId}`);
  step(`Se timbra la factura ${factura.folio}, folio fiscal ${factura.folioFiscal}.`);
  step(
    `Receptor: ${factura.nombreReceptor}, ${factura.rfcReceptor}. Total ${money.format(factura.total)}: ${importeEnLetras(toCentavos(factura.total))}`,
  );
  const { residencial } = await cashier.call<{ residencial: string }>('GET', '/configuracionresidencial/get');
  mkdirSync(folder, { recursive: true });
  const xmlPath = join(folder, xmlFileName(factura));
  const pdfPath = join(folder, facturaFileName(factura));
  writeFileSync(xmlPath, factura.xml);
  const document = facturaDocument(factura, { codigo: residencial, residencial });
  writeFileSync(pdfPath, await renderPdf(document));
  step(`Guarda ${xmlPath}`);
  step(`Guarda ${pdfPath}`);
}

async function mail(cashier: Session, facturaId: number): Promise<void> {
  const email = await cashier.call<string>('GET', `/factura/getemailfacturar/${facturaId}`);
  await cashier.call('POST', '/factura/enviarfactura', {
    id: facturaId,
    correoElectronico: email,
    correoAdicional: 'contabilidad@ejemplo.mx',
  });
  step(`Envía la factura por correo a ${[email, 'contabilidad@ejemplo.mx'].filter(Boolean).join(', ')}.`);
}

/** With a code that `director` gives. */
async function cancel(cashier: Session, director: Session, facturaId: number): Promise<void> {
  const codigo = `TRABAJO-${randomUUID().slice(0, 8)}`;
  await director.call('POST', '/codigoautorizacion/save', { id: '', codigo, cantidad: 1 });
  const motivos = await cashier.call<{ id: number; clave: string }[]>('GET', '/tipomotivocancelacion/all');
  const relaciones = await cashier.call<{ id: number }[]>('GET', '/tiporelacionfactura/all');
  const message = await cashier.call<string>('POST', '/factura/cancelarfactura', {
    id: facturaId,
    codeAutorizacion: codigo,
    motivoCancelacion: 'El residente pidió otro receptor',
    idMotivoCancelacion: motivos.find(({ clave }) => clave === '02')?.id,
    idTipoRelacionFactura: relaciones[0]?.id,
  });
  const after = await cashier.call<Factura>('GET', `/factura/get/${facturaId}`);
  step(`Cancela con un código del director, motivo 02: ${message}. Estado: ${after.status}.`);
  if (after.status !== 'cancelada') throw new JobFailed('La factura no quedó cancelada.');
}

async function job(base: string, folder: string): Promise<void> {
  const cashier = await Session.open(base, 'cobranza');
  step('La cajera entra al sistema.');
  const owing = await findLote(cashier);
  const { referencia, name, deuda } = owing.row;
  step(`Encuentra el lote ${referencia}, de ${name || 'nadie'}: debe ${money.format(deuda)}.`);
  const facturaId = await collect(cashier, owing);
  await keepFiles(cashier, facturaId, folder);
  await mail(cashier, facturaId);
  await cancel(cashier, await Session.open(base, 'director'), facturaId);
}

const running = process.argv.find((arg) => arg.startsWith('--en='))?.slice('--en='.length);
const folder = mkdtempSync(join(tmpdir(), 'porton-factura-'));
let product: Product | undefined;
try {
  if (running === undefined) console.log('Se prepara una comunidad de demostración aparte…');
  product = running === undefined ? await startProduct() : undefined;
  await job(running ?? product?.base ?? '', folder);
  console.log(`\nEl XML y el PDF están en ${folder}`);
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
} finally {
  await product?.stop();
}
