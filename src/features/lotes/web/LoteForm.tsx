/** The form of a lot with its tabs. The tab stands in the address; what is typed stays when it changes. */
import { Tabs } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { TIPOS, type TipoLote } from '#libro/lotes/contract.ts';
import { SERVER_ERROR_ADMIN, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useParams } from '#platform/web/router.tsx';
import { NotFound } from '#platform/web/shell/states.tsx';
import { type LoteDetail, loteSchema, lotesContract } from '../contract.ts';
import { TABS, type Tab, tabsFor } from '../rules.ts';
import { CargosRecurrentes } from './CargosRecurrentes.tsx';
import { Condominio } from './Condominio.tsx';
import { Direccion } from './Direccion.tsx';
import { Documentacion } from './Documentacion.tsx';
import type { LoteKitForm, ResidentNames } from './form-types.ts';
import { General } from './General.tsx';
import { Habitantes } from './Habitantes.tsx';
import { listPath, STATUS_LABELS, STATUS_TONES, TIPO_LABELS } from './labels.ts';
import classes from './lotes.module.css';
import { Qr } from './Qr.tsx';
import { Viviendas } from './Viviendas.tsx';

const URL_STATE = {
  tab: oneOfParam(
    TABS.map((tab) => tab.value),
    'general',
  ),
};

function initialOf(tipo: TipoLote, lote: LoteDetail | undefined): LoteKitForm['values'] {
  return {
    id: lote?.id ?? '',
    tipo,
    referencia: lote?.referencia ?? '',
    status: lote?.status ?? 'disponible',
    numeroViviendas: lote?.numeroViviendas ?? 1,
    calle: lote?.calle ?? '',
    manzana: lote?.manzana ?? '',
    lote: lote?.lote ?? '',
    etapa: lote?.etapa ?? '',
    superficie: lote?.superficie ?? null,
    category: lote?.category ?? '',
    subestado: lote?.subestado ?? '',
    categoryHab: lote?.categoryHab ?? '',
    subCategoryHab: lote?.subCategoryHab ?? '',
    fechaEntrega: lote?.fechaEntrega ?? '',
    fechaInicioPagos: lote?.fechaInicioPagos ?? '',
    latitud: lote?.latitud ?? null,
    longitud: lote?.longitud ?? null,
    isRecurrente: lote?.isRecurrente ?? false,
    u9uuuu9: lote?.u9uuuu9 ?? false,
    boletaPredial: lote?.boletaPredial ?? false,
    identificacion: lote?.identificacion ?? false,
    chepina: lote?.chepina ?? false,
    numEscrituracion: lote?.numEscrituracion ?? '',
    residenteLoteList: (lote?.residenteLotes ?? [])
      .filter(({ active }) => active)
      .map(({ id, residente, asociado }) => ({ id, resident: { id: residente.id }, asociado })),
  };
}

/** The tab that a field stands on: those that are not among these are on General. */
const FIELD_TABS: Record<string, Tab> = { latitud: 'direccion', longitud: 'direccion' };

function LoteFields({ tipo, lote, onUnits }: { tipo: TipoLote; lote: LoteDetail | undefined; onUnits: () => void }) {
  const afterSave = useAfterSave();
  const [{ tab: asked }, setUrl] = useUrlState(URL_STATE);
  const [names, setNames] = useState<ResidentNames>(
    () => new Map(lote?.residenteLotes.map(({ residente }) => [residente.id, residente.name])),
  );
  const list = listPath(tipo);
  const form = useKitForm({
    schema: loteSchema,
    initial: useMemo(() => initialOf(tipo, lote), [tipo, lote]),
    onSubmit: async (body) => {
      await call(lotesContract.save, { body });
      afterSave(list, lotesContract.all, lotesContract.counts);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 3, { seconds: 10 }),
  });

  const tabs = tabsFor({ tipo, editing: lote !== undefined, hasParent: Boolean(lote?.parentLote) });
  const tab = tabs.some(({ value }) => value === asked) ? asked : 'general';
  const tabOf = (path: string): Tab => FIELD_TABS[path] ?? 'general';
  const faulty = new Set(form.failures > 0 ? Object.keys(form.errors).map(tabOf) : []);
  const reveal = useReveal(tab, (next) => setUrl({ tab: next }, { push: true }));

  const panels: Record<Tab, ReactNode> = {
    general: <General form={form} saved={lote} names={names} onNames={setNames} />,
    documentacion: <Documentacion form={form} />,
    habitantes: <Habitantes form={form} saved={lote} names={names} />,
    direccion: <Direccion form={form} visible={tab === 'direccion'} />,
    viviendas: lote ? <Viviendas lote={lote} onChanged={onUnits} /> : null,
    condominio: lote?.parentLote ? <Condominio referencia={lote.parentLote.referencia} /> : null,
    'cargos-recurrentes': <CargosRecurrentes form={form} />,
    qr: lote ? <Qr lote={lote} visible={tab === 'qr'} /> : null,
  };
  return (
    // Only the links of the error summary are looked at here; they are links of their own.
    <div onClickCapture={reveal}>
      <KitForm form={form} cancelTo={list}>
        <Tabs
          value={tab}
          onChange={(next) => next && setUrl({ tab: next as Tab }, { push: true })}
          // The fields of other tabs stay in the page, so that the summary of errors can lead to them.
          keepMounted
          className={classes.tabs}
        >
          <Tabs.List aria-label="Secciones del lote">
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value} rightSection={faulty.has(value) ? <FaultMark /> : undefined}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ value }) => (
            <Tabs.Panel key={value} value={value} pt="md" data-tab={value}>
              {panels[value]}
            </Tabs.Panel>
          ))}
        </Tabs>
      </KitForm>
    </div>
  );
}

function FaultMark() {
  return (
    <span className={classes.fault}>
      <span className="kit-hidden">con errores</span>
    </span>
  );
}

/** Handles a click on a link to a field of another tab: shows that tab, then brings the focus to the field. */
function useReveal(tab: Tab, show: (tab: Tab) => void) {
  const wanted = useRef<{ tab: string; id: string } | null>(null);
  useEffect(() => {
    if (wanted.current?.tab !== tab) return;
    const field = document.getElementById(wanted.current.id);
    wanted.current = null;
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [tab]);
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const id = link?.getAttribute('href')?.slice(1);
    const owner = id ? document.getElementById(id)?.closest<HTMLElement>('[data-tab]')?.dataset.tab : undefined;
    if (!id || !owner || owner === tab) return;
    event.preventDefault();
    event.stopPropagation();
    wanted.current = { tab: owner, id };
    show(owner as Tab);
  };
}

export default function LoteForm() {
  const { type_lote: asked } = useParams();
  const { id, editing, found, ready, data: lote } = useRecord(lotesContract.get);
  const reload = async () => {
    if ((await found.refetch()).isError) toast.error(SERVER_ERROR_RETRY, 8);
  };
  // A lot is what it is, whatever the address calls it.
  const tipo = lote?.tipo ?? TIPOS.find((known) => known === asked);
  if (!tipo) return <NotFound />;
  return (
    <Page
      title={`${editing ? 'Editar' : 'Nuevo'} Lote ${TIPO_LABELS[tipo]}`}
      subtitle={lote ? <Subtitle lote={lote} /> : undefined}
      back={{ to: listPath(tipo), label: `Volver a Lote ${tipo}` }}
    >
      {ready ? (
        <LoteFields key={id} tipo={tipo} lote={lote} onUnits={() => void reload()} />
      ) : found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={10} />
      )}
    </Page>
  );
}

function Subtitle({ lote }: { lote: LoteDetail }) {
  return (
    <span className={classes.subtitle}>
      {lote.referencia}
      <StatusBadge color={STATUS_TONES[lote.status]} label={STATUS_LABELS[lote.status]} />
      {lote.fusionLote ? <span>Fusionado en {lote.fusionLote.referencia}</span> : null}
      {lote.plusPercentMtto === null ? null : <span>Descuento especial {lote.plusPercentMtto} %</span>}
    </span>
  );
}
