/** Onboarding: a workbook is reviewed row by row, and applied whole or not at all. */
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { tipoLabel } from '#libro/rules.ts';
import { call, download } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { SampleButton, WorkbookPick } from '#platform/web/kit/form/WorkbookPick.tsx';
import { Page, Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import type { z } from '#platform/zod.ts';
import { formatFechaHora, formatMoney, formatNumber } from '#ui/format.ts';
import { importacionContract, type TotalesImportacion } from '../contract.ts';
import classes from './importacion.module.css';
import { MapaFields } from './Mapa.tsx';
import { useMapa } from './useMapa.ts';

type Revision = z.output<typeof importacionContract.revisar.answer.schema>;
type Falla = Revision['fallas'][number];
type Aplicada = z.output<typeof importacionContract.all.answer.schema>[number];

type Total = Exclude<keyof TotalesImportacion, 'saldosPorCargo'>;

const LABELS: Record<Total, string> = {
  lotes: 'Lotes',
  condominales: 'Condominales',
  habitacionales: 'Habitacionales',
  comerciales: 'Comerciales',
  entregados: 'Entregados',
  superficie: 'Superficie (m²)',
  residentes: 'Residentes',
  asociados: 'Asociados',
  inquilinos: 'Inquilinos',
  vinculos: 'Vínculos',
  telefonos: 'Teléfonos',
  correos: 'Correos',
  saldos: 'Saldos por cobrar',
  saldosMonto: 'Monto por cobrar',
  fondos: 'Fondos',
  fondosMonto: 'Monto en fondos',
  sinConsentimiento: 'Sin aviso de privacidad: no se traen su teléfono ni su correo',
  meses: 'Con meses pagados',
  vehiculos: 'Vehículos',
  tarjetas: 'Tarjetas de acceso',
  fiscales: 'Datos fiscales',
  domiciliados: 'Cargos recurrentes',
  facturas: 'Saldos ya facturados',
  historia: 'Pagos anteriores',
  historiaMonto: 'Monto de pagos anteriores, sólo para consulta',
};

/** Told where a book has them. */
const SOLO_SI_HAY: ReadonlySet<Total> = new Set<Total>([
  ...(['sinConsentimiento', 'meses', 'vehiculos', 'tarjetas', 'fiscales', 'domiciliados'] as const),
  ...(['facturas', 'historia', 'historiaMonto'] as const),
]);

function Totales({ totales }: { totales: TotalesImportacion }) {
  return (
    <>
      <dl className={classes.totals}>
        {(Object.keys(LABELS) as Total[])
          .filter((key) => totales[key] !== 0 || !SOLO_SI_HAY.has(key))
          .map((key) => (
            <div key={key}>
              <dt>{LABELS[key]}</dt>
              <dd>{key.endsWith('Monto') ? formatMoney(totales[key]) : formatNumber(totales[key])}</dd>
            </div>
          ))}
      </dl>
      {totales.saldosPorCargo.length > 0 ? (
        <>
          <h3 className={classes.kinds}>Por cobrar, por tipo de cargo</h3>
          <dl className={classes.totals}>
            {totales.saldosPorCargo.map(({ cargo, saldos, monto }) => (
              <div key={cargo}>
                <dt>
                  {tipoLabel(cargo)} ({formatNumber(saldos)})
                </dt>
                <dd>{formatMoney(monto)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
    </>
  );
}

const FALLAS = columns<Falla & { id: number }>([
  { key: 'hoja', header: 'Hoja' },
  { key: 'fila', header: 'Fila', value: (falla) => falla.fila || null, align: 'right' },
  { key: 'columna', header: 'Columna' },
  { key: 'mensaje', header: 'Qué corregir' },
]);

const APLICADAS = columns<Aplicada>([
  { key: 'createdAt', header: 'Fecha', render: (row) => formatFechaHora(row.createdAt) },
  { key: 'archivo', header: 'Archivo' },
  { key: 'usuario', header: 'Usuario' },
  { key: 'lotes', header: 'Lotes', value: (row) => row.totales.lotes, kind: 'number' },
  { key: 'residentes', header: 'Residentes', value: (row) => row.totales.residentes, kind: 'number' },
  { key: 'vinculos', header: 'Vínculos', value: (row) => row.totales.vinculos, kind: 'number' },
  { key: 'saldosMonto', header: 'Por cobrar', value: (row) => row.totales.saldosMonto, kind: 'money' },
  { key: 'fondosMonto', header: 'En fondos', value: (row) => row.totales.fondosMonto, kind: 'money' },
  {
    key: 'retiro',
    header: 'Estado',
    value: ({ retiro }) => (retiro ? `Retirado el ${formatFechaHora(retiro.createdAt)}: ${retiro.razon}` : 'Aplicado'),
  },
]);

/** What a book would do, in figures, before it does. */
function consequence(totales: TotalesImportacion): string {
  const { lotes, residentes, vinculos, saldos, saldosMonto, fondos, fondosMonto } = totales;
  const registro = `Se registrarán ${formatNumber(lotes)} lotes, ${formatNumber(residentes)} residentes y ${formatNumber(vinculos)} vínculos.`;
  if (saldos + fondos === 0) return registro;
  return `${registro} Saldos por cobrar: ${formatNumber(saldos)}, por ${formatMoney(saldosMonto)}. Saldos a favor en fondos: ${formatNumber(fondos)}, por ${formatMoney(fondosMonto)}.`;
}

function Verdict({ revision }: { revision: Revision }) {
  const { aplicada, fallasTotal, fallas } = revision;
  if (aplicada) {
    return (
      <Alert color="gray" title="Este libro ya fue aplicado" className={classes.verdict}>
        Se aplicó el {formatFechaHora(aplicada)}. No se aplica de nuevo.
      </Alert>
    );
  }
  if (fallasTotal > 0) {
    return (
      <Alert
        color="red"
        title={`Fallas en el libro: ${formatNumber(fallasTotal)}. Nada se ha guardado`}
        className={classes.verdict}
      >
        Corríjalas en el libro y vuelva a elegirlo.
        {fallasTotal > fallas.length ? ` Se muestran las primeras ${formatNumber(fallas.length)}.` : ''}
      </Alert>
    );
  }
  return (
    <Alert color="verde" title="El libro no tiene fallas" className={classes.verdict}>
      Compare los totales con los suyos antes de aplicarlo.
    </Alert>
  );
}

/** The book that was chosen, what was found in it, and what was brought in of it. */
function useLibro() {
  const [revision, setRevision] = useState<Revision | null>(null);
  const [result, setResult] = useState<TotalesImportacion | null>(null);
  const [mapaId, setMapaId] = useState<number>();
  const invalidate = useInvalidate();
  const { file, forget, ...map } = useMapa({
    onChange: () => {
      setRevision(null);
      setResult(null);
    },
    onRead: async (chosen, by) => {
      setMapaId(by);
      setRevision(await call(importacionContract.revisar, { query: { mapa: by }, body: { file: chosen } }));
    },
  });

  const apply = async () => {
    if (!file || !revision) return;
    const agreed = await confirm({
      title: 'Aplicar el libro',
      text: consequence(revision.totales),
      confirmLabel: 'Aplicar',
    });
    if (!agreed) return;
    await attempt(async () => {
      const applied = await call(importacionContract.aplicar, { query: { mapa: mapaId }, body: { file } });
      setResult(applied.totales);
      setRevision(null);
      forget();
      await invalidate(importacionContract.all);
    });
  };
  return { file, ...map, revision, result, apply };
}

interface RevisadoProps {
  revision: Revision;
  onApply: () => void;
}

/** What was found in the book, and where it may not be brought in, why. */
function Revisado({ revision, onApply }: RevisadoProps) {
  const { fallasTotal, fallas, aplicada, totales } = revision;
  const mayApply = fallasTotal === 0 && !aplicada;
  return (
    <>
      <Panel title="Revisión" actions={mayApply ? <Button onClick={onApply}>Aplicar</Button> : null}>
        <Verdict revision={revision} />
        <Totales totales={totales} />
      </Panel>
      {fallas.length > 0 ? (
        <Panel title="Fallas del libro">
          <DataTable
            caption="Fallas del libro"
            columns={FALLAS}
            rows={fallas.map((falla, id) => ({ ...falla, id }))}
            rowKey={(falla) => falla.id}
          />
        </Panel>
      ) : null}
    </>
  );
}

/** Takes a book back as a whole, and says what that is. */
function Retirar({ libro, onClose }: { libro: Aplicada; onClose: () => void }) {
  const invalidate = useInvalidate();
  const { id, archivo, totales } = libro;
  const retirar = async (razon: string) => {
    await call(importacionContract.retirar, { body: { id, razon } });
    toast.success('El libro se retiró completo', 3);
    onClose();
    await invalidate(importacionContract.all);
  };
  return (
    <ReasonModal title={`Retirar «${archivo}»`} submitLabel="Retirar" danger onClose={onClose} onReason={retirar}>
      Se borra todo lo que trajo: {formatNumber(totales.lotes)} lotes, {formatNumber(totales.residentes)} residentes,{' '}
      {formatMoney(totales.saldosMonto)} por cobrar y {formatMoney(totales.fondosMonto)} en fondos. Sólo se puede
      mientras sus lotes no tengan ningún recibo y nadie haya aceptado los saldos. El libro se puede aplicar otra vez.
    </ReasonModal>
  );
}

export default function Importacion() {
  const { file, libro, mapa, revision, result, choose, remap, read, apply } = useLibro();
  const [taking, setTaking] = useState<Aplicada>();
  const aplicadas = useCall(importacionContract.all, {});
  return (
    <Page
      title="Importar registro"
      subtitle="Lotes, residentes y saldos desde un libro de Excel: la plantilla, o el que dé su sistema anterior, también en CSV. Primero se revisa; sólo un libro sin fallas se aplica, completo."
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        <SampleButton label="Descargar plantilla" download={() => download(importacionContract.plantilla, {})} />
      }
    >
      <Panel title="Libro">
        <WorkbookPick orText file={file} filled={revision?.fallasTotal !== 0} onFile={choose} />
      </Panel>

      {result ? (
        <Panel title="Libro aplicado">
          <Alert color="verde" title="El registro fue guardado completo" className={classes.verdict} role="status">
            {file?.name}
          </Alert>
          <Totales totales={result} />
        </Panel>
      ) : null}

      {libro ? (
        <MapaFields {...{ libro }} value={mapa} onChange={remap} act="Revisar" onAct={() => void read()} />
      ) : null}

      {revision ? <Revisado revision={revision} onApply={() => void apply()} /> : null}

      <Panel title="Libros aplicados">
        <DataTable
          caption="Libros aplicados"
          columns={APLICADAS}
          found={aplicadas}
          rowKey={(row) => row.id}
          search={false}
          rowActions={(row) =>
            row.retiro ? null : (
              <Button
                variant="subtle"
                size="xs"
                color="red"
                onClick={() => setTaking(row)}
                aria-label={`Retirar ${row.archivo}`}
              >
                Retirar
              </Button>
            )
          }
        />
      </Panel>
      {taking ? <Retirar libro={taking} onClose={() => setTaking(undefined)} /> : null}
    </Page>
  );
}
