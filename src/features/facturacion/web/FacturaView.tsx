/** An invoice to be read: everything that its printed representation says. */
import type { ReactNode } from 'react';
import { toCentavos } from '#core/money.ts';
import { documentTitle, periodText, printedTotal } from '#documents/factura.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { residencialName } from '#platform/web/identity.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { documentTime } from '../rules.ts';
import classes from './factura.module.css';

const coded = (clave: string, name: string): string => (name === '' ? clave : `${clave} - ${name}`);

function Head({ factura }: { factura: Factura }) {
  const current = factura.version === '4.0';
  return (
    <header className={classes.head}>
      <CommunityLogo size={44} />
      <div className={classes.headText}>
        <b>{residencialName}</b>
        <span>Emitido por {factura.usuario || '—'}</span>
      </div>
      <span
        className={classes.version}
        data-current={current || undefined}
        role="img"
        aria-label={`CFDI ${factura.version}`}
      >
        <small aria-hidden="true">CFDI</small>
        <b aria-hidden="true">{factura.version}</b>
      </span>
    </header>
  );
}

function Part({ title, label, children }: { title: string; label: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={label}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface LineColumn<Line> {
  header: string;
  number?: true;
  className?: string | undefined;
  cell: (line: Line) => ReactNode;
}

interface LinesProps<Line> {
  title: string;
  label: string;
  table: string;
  columns: readonly LineColumn<Line>[];
  lines: readonly Line[];
}

function Lines<Line>({ title, label, table, columns, lines }: LinesProps<Line>) {
  return (
    <Part title={title} label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is moved by keyboard too */}
      <section className={classes.scroll} tabIndex={0} aria-label={table}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map(({ header, number }) => (
                <th key={header} scope="col" data-number={number}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never move
              <tr key={index}>
                {columns.map(({ header, number, className, cell }) => (
                  <td key={header} className={className} data-number={number}>
                    {cell(line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Part>
  );
}

const CONCEPTOS: readonly LineColumn<Factura['facturaConceptosList'][number]>[] = [
  { header: 'Cantidad', number: true, cell: ({ cantidad }) => cantidad },
  { header: 'Clave', cell: ({ claveProductoServicio }) => claveProductoServicio },
  { header: 'Unidad', cell: ({ claveUnidad, unidad }) => coded(claveUnidad, unidad) },
  {
    header: 'Descripción',
    cell: ({ descripcion, impuesto }) => (
      <>
        {descripcion}
        {impuesto === '' ? null : <span className={classes.tax}>{impuesto}</span>}
      </>
    ),
  },
  { header: 'P/U', number: true, cell: ({ valorUnitario }) => formatMoney(valorUnitario) },
  { header: 'Importe', number: true, cell: ({ importe }) => formatMoney(importe) },
];

/** What a payment complement settles. */
const DOCUMENTOS: readonly LineColumn<Factura['documentosRelacionados'][number]>[] = [
  { header: 'Folio', cell: ({ folio }) => folio },
  { header: 'Folio fiscal', className: classes.code, cell: ({ folioFiscal }) => folioFiscal },
  { header: 'Fecha de pago', cell: ({ fechaPago }) => formatFecha(fechaPago) },
  { header: 'Forma de pago', cell: ({ formaPago }) => formaPago },
  { header: 'Parcialidad', number: true, cell: ({ parcialidad }) => parcialidad },
  { header: 'Saldo anterior', number: true, cell: ({ saldoAnterior }) => formatMoney(saldoAnterior) },
  { header: 'Pagado', number: true, cell: ({ pagado }) => formatMoney(pagado) },
  { header: 'Saldo insoluto', number: true, cell: ({ saldoInsoluto }) => formatMoney(saldoInsoluto) },
];

/** What stands over all of it: that it is cancelled, or worth nothing to the tax authority. */
function Marks({ factura }: { factura: Factura }) {
  return (
    <>
      {factura.status === 'cancelada' ? (
        <p className={classes.stamp} data-kind="cancelada">
          CANCELADA
        </p>
      ) : null}
      {factura.sinValidez ? (
        <Notice>
          <b>SIN VALIDEZ FISCAL.</b> La timbró el simulador de Portón, que no es un proveedor autorizado por el SAT.
        </Notice>
      ) : null}
    </>
  );
}

function Parties({ factura }: { factura: Factura }) {
  const emisor = [
    { label: 'Nombre fiscal', value: factura.nombreFiscalEmisor },
    { label: 'RFC', value: factura.rfcEmisor },
    { label: 'Lugar de expedición(CP)', value: factura.lugarExpedicion },
  ];
  const receptor = [
    { label: 'Nombre', value: factura.nombreReceptor },
    { label: 'Dirección', value: factura.direccionReceptor },
    { label: 'Código postal', value: factura.cpReceptor },
    { label: 'RFC', value: factura.rfcReceptor },
    { label: 'USO CFDI', value: coded(factura.usoCFDI, factura.nombreUsoCFDI) },
    { label: 'Régimen fiscal', value: coded(factura.regimenFiscal, factura.nombreRegimenFiscal) },
  ];
  return (
    <div>
      <Part title="EMISOR" label="Emisor">
        <Facts items={emisor} />
      </Part>
      <Part title="RECEPTOR" label="Receptor">
        <Facts items={receptor} />
      </Part>
    </div>
  );
}

function Identity({ factura }: { factura: Factura }) {
  const { tipoRelacionFactura: relacion, periodoGlobal: periodo, folioFiscalRelacionar } = factura;
  const code = (text: string) => <span className={classes.code}>{text || '—'}</span>;
  const relationFacts = relacion && [
    { label: 'Tipo de relación', value: coded(relacion.clave, relacion.descripcion) },
    { label: 'Folio fiscal a relacionar', value: code(folioFiscalRelacionar) },
  ];
  const cancellation = factura.status === 'cancelada' && [
    { label: 'Fecha cancelada', value: documentTime(factura.fechaCancelada) },
    { label: 'Motivo de cancelación', value: factura.motivoCancelacion },
  ];
  return (
    <Part title={documentTitle(factura)} label="Factura">
      <Facts
        items={[
          { label: 'Serie y folio', value: <b className={classes.folio}>{factura.folio || 'por asignar'}</b> },
          { label: 'Folio fiscal', value: code(factura.folioFiscal) },
          { label: 'Certificado SAT', value: factura.csdSAT },
          { label: 'Certificado emisor', value: factura.csdEmisor },
          { label: 'Fecha y hora de emisión', value: documentTime(factura.fechaEmision) },
          { label: 'Fecha y hora de certificación', value: documentTime(factura.fechaCertificacion) },
          { label: 'Régimen fiscal', value: factura.regimenFiscalEmisor },
          ...(periodo === null ? [] : [{ label: 'Periodo de la factura global', value: periodText(periodo) }]),
          ...(relationFacts || []),
          ...(cancellation || []),
        ]}
      />
    </Part>
  );
}

/** Of a complement there is no more than what was paid. */
function Terms({ factura }: { factura: Factura }) {
  const complement = factura.tipo === 'pago';
  const before = [
    { label: 'Observación', value: factura.observacion },
    { label: 'Domicilio', value: factura.direccionDomicilio },
    { label: 'No. cuenta', value: factura.numeroCuenta },
  ];
  const after = [
    { label: 'Forma de pago', value: coded(factura.formaPago, factura.nombreFormaPago) },
    { label: 'Método de pago', value: coded(factura.metodoPago, factura.nombreMetodoPago) },
  ];
  const words = { label: 'Total con letras', value: importeEnLetras(toCentavos(printedTotal(factura))) };
  return <Facts items={complement ? [words] : [...before, words, ...after]} />;
}

function Sums({ factura }: { factura: Factura }) {
  const complement = factura.tipo === 'pago';
  const parts = [{ nombre: 'Subtotal', importe: factura.subtotal }, ...factura.impuestos];
  return (
    <dl className={classes.sums}>
      {(complement ? [] : parts).map(({ nombre, importe }) => (
        <div key={nombre}>
          <dt>{nombre}</dt>
          <dd>{formatMoney(importe)}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{complement ? 'Total pagado' : 'Total'}</dt>
        <dd>{formatMoney(printedTotal(factura))}</dd>
      </div>
    </dl>
  );
}

function Seal({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.seal}>
      <h3>{title}</h3>
      <p className={classes.code}>{text || '—'}</p>
    </div>
  );
}

function Seals({ factura }: { factura: Factura }) {
  return (
    <div className={classes.seals}>
      {factura.imageQR === '' ? null : (
        <img
          className={classes.qr}
          src={`data:image/jpeg;base64,${factura.imageQR}`}
          width={132}
          height={132}
          alt={`Código QR de la factura: ${factura.textoQR}`}
        />
      )}
      <div>
        <Seal title="Cadena Original" text={factura.cadenaOriginal} />
        <Seal title="Sello Digital" text={factura.selloDigital} />
        <Seal title="Sello Digital SAT" text={factura.selloDigitalSAT} />
        <p className={classes.legend}>Este documento es una representación impresa de un CFDI</p>
      </div>
    </div>
  );
}

export function FacturaView({ factura }: { factura: Factura }) {
  const { facturaConceptosList: conceptos, documentosRelacionados: documentos } = factura;
  return (
    <article className={classes.paper} aria-label={`Factura ${factura.folio}`}>
      <Marks factura={factura} />
      <Head factura={factura} />
      <div className={classes.columns}>
        <Parties factura={factura} />
        <Identity factura={factura} />
      </div>
      {factura.tipo === 'pago' ? (
        <Lines
          title="DOCUMENTOS RELACIONADOS"
          label="Documentos relacionados"
          table="Tabla de documentos relacionados"
          columns={DOCUMENTOS}
          lines={documentos}
        />
      ) : (
        <Lines title="CONCEPTOS" label="Conceptos" table="Tabla de conceptos" columns={CONCEPTOS} lines={conceptos} />
      )}
      <div className={classes.foot}>
        <Terms factura={factura} />
        <Sums factura={factura} />
      </div>
      {factura.folioFiscal === '' ? null : <Seals factura={factura} />}
    </article>
  );
}
