/** An invoice to be read: everything that its printed representation says. */
import { toCentavos } from '#core/money.ts';
import { documentTitle, periodText, printedTotal } from '#documents/factura.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import { residencialCode, residencialName } from '#platform/web/identity.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { importeEnLetras } from '#ui/letras.ts';
import { ResidencialLogo } from '#ui/logos/ResidencialLogo.tsx';
import { documentTime } from '../rules.ts';
import classes from './factura.module.css';

const coded = (clave: string, name: string): string => (name === '' ? clave : `${clave} - ${name}`);

function Head({ factura }: { factura: Factura }) {
  const current = factura.version === '4.0';
  return (
    <header className={classes.head}>
      <ResidencialLogo code={residencialCode} size={44} />
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

function Conceptos({ factura }: { factura: Factura }) {
  return (
    <section className={classes.part} aria-label="Conceptos">
      <h2>CONCEPTOS</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is moved by keyboard too */}
      <section className={classes.scroll} tabIndex={0} aria-label="Tabla de conceptos">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" data-number>
                Cantidad
              </th>
              <th scope="col">Clave</th>
              <th scope="col">Unidad</th>
              <th scope="col">Descripción</th>
              <th scope="col" data-number>
                P/U
              </th>
              <th scope="col" data-number>
                Importe
              </th>
            </tr>
          </thead>
          <tbody>
            {factura.facturaConceptosList.map((concepto, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never move
              <tr key={index}>
                <td data-number>{concepto.cantidad}</td>
                <td>{concepto.claveProductoServicio}</td>
                <td>{coded(concepto.claveUnidad, concepto.unidad)}</td>
                <td>
                  {concepto.descripcion}
                  {concepto.impuesto === '' ? null : <span className={classes.tax}>{concepto.impuesto}</span>}
                </td>
                <td data-number>{formatMoney(concepto.valorUnitario)}</td>
                <td data-number>{formatMoney(concepto.importe)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** What a payment complement settles. */
function Documentos({ factura }: { factura: Factura }) {
  return (
    <section className={classes.part} aria-label="Documentos relacionados">
      <h2>DOCUMENTOS RELACIONADOS</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is moved by keyboard too */}
      <section className={classes.scroll} tabIndex={0} aria-label="Tabla de documentos relacionados">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Folio</th>
              <th scope="col">Folio fiscal</th>
              <th scope="col">Fecha de pago</th>
              <th scope="col">Forma de pago</th>
              <th scope="col" data-number>
                Parcialidad
              </th>
              <th scope="col" data-number>
                Saldo anterior
              </th>
              <th scope="col" data-number>
                Pagado
              </th>
              <th scope="col" data-number>
                Saldo insoluto
              </th>
            </tr>
          </thead>
          <tbody>
            {factura.documentosRelacionados.map((documento) => (
              <tr key={`${documento.folioFiscal} ${documento.parcialidad}`}>
                <td>{documento.folio}</td>
                <td className={classes.code}>{documento.folioFiscal}</td>
                <td>{formatFecha(documento.fechaPago)}</td>
                <td>{documento.formaPago}</td>
                <td data-number>{documento.parcialidad}</td>
                <td data-number>{formatMoney(documento.saldoAnterior)}</td>
                <td data-number>{formatMoney(documento.pagado)}</td>
                <td data-number>{formatMoney(documento.saldoInsoluto)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
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

export function FacturaView({ factura }: { factura: Factura }) {
  const complement = factura.tipo === 'pago';
  const total = printedTotal(factura);
  const { tipoRelacionFactura: relacion, periodoGlobal: periodo } = factura;
  return (
    <article className={classes.paper} aria-label={`Factura ${factura.folio}`}>
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
      <Head factura={factura} />
      <div className={classes.columns}>
        <div>
          <section className={classes.part} aria-label="Emisor">
            <h2>EMISOR</h2>
            <Facts
              items={[
                { label: 'Nombre fiscal', value: factura.nombreFiscalEmisor },
                { label: 'RFC', value: factura.rfcEmisor },
                { label: 'Lugar de expedición(CP)', value: factura.lugarExpedicion },
              ]}
            />
          </section>
          <section className={classes.part} aria-label="Receptor">
            <h2>RECEPTOR</h2>
            <Facts
              items={[
                { label: 'Nombre', value: factura.nombreReceptor },
                { label: 'Dirección', value: factura.direccionReceptor },
                { label: 'Código postal', value: factura.cpReceptor },
                { label: 'RFC', value: factura.rfcReceptor },
                { label: 'USO CFDI', value: coded(factura.usoCFDI, factura.nombreUsoCFDI) },
                { label: 'Régimen fiscal', value: coded(factura.regimenFiscal, factura.nombreRegimenFiscal) },
              ]}
            />
          </section>
        </div>
        <section className={classes.part} aria-label="Factura">
          <h2>{documentTitle(factura)}</h2>
          <Facts
            items={[
              { label: 'Serie y folio', value: <b className={classes.folio}>{factura.folio || 'por asignar'}</b> },
              { label: 'Folio fiscal', value: <span className={classes.code}>{factura.folioFiscal || '—'}</span> },
              { label: 'Certificado SAT', value: factura.csdSAT },
              { label: 'Certificado emisor', value: factura.csdEmisor },
              { label: 'Fecha y hora de emisión', value: documentTime(factura.fechaEmision) },
              { label: 'Fecha y hora de certificación', value: documentTime(factura.fechaCertificacion) },
              { label: 'Régimen fiscal', value: factura.regimenFiscalEmisor },
              ...(periodo === null ? [] : [{ label: 'Periodo de la factura global', value: periodText(periodo) }]),
              ...(relacion === null
                ? []
                : [
                    { label: 'Tipo de relación', value: coded(relacion.clave, relacion.descripcion) },
                    {
                      label: 'Folio fiscal a relacionar',
                      value: <span className={classes.code}>{factura.folioFiscalRelacionar || '—'}</span>,
                    },
                  ]),
              ...(factura.status === 'cancelada'
                ? [
                    { label: 'Fecha cancelada', value: documentTime(factura.fechaCancelada) },
                    { label: 'Motivo de cancelación', value: factura.motivoCancelacion },
                  ]
                : []),
            ]}
          />
        </section>
      </div>
      {complement ? <Documentos factura={factura} /> : <Conceptos factura={factura} />}
      <div className={classes.foot}>
        <Facts
          items={[
            ...(complement
              ? []
              : [
                  { label: 'Observación', value: factura.observacion },
                  { label: 'Domicilio', value: factura.direccionDomicilio },
                  { label: 'No. cuenta', value: factura.numeroCuenta },
                ]),
            { label: 'Total con letras', value: importeEnLetras(toCentavos(total)) },
            ...(complement
              ? []
              : [
                  { label: 'Forma de pago', value: coded(factura.formaPago, factura.nombreFormaPago) },
                  { label: 'Método de pago', value: coded(factura.metodoPago, factura.nombreMetodoPago) },
                ]),
          ]}
        />
        <dl className={classes.sums}>
          {complement ? null : (
            <>
              <div>
                <dt>Subtotal</dt>
                <dd>{formatMoney(factura.subtotal)}</dd>
              </div>
              {factura.impuestos.map(({ nombre, importe }) => (
                <div key={nombre}>
                  <dt>{nombre}</dt>
                  <dd>{formatMoney(importe)}</dd>
                </div>
              ))}
            </>
          )}
          <div data-total>
            <dt>{complement ? 'Total pagado' : 'Total'}</dt>
            <dd>{formatMoney(total)}</dd>
          </div>
        </dl>
      </div>
      {factura.folioFiscal === '' ? null : (
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
      )}
    </article>
  );
}
