/** Merging lots: a table of chosen lots, one of them the reference that the others become part of. */
import { Button } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { NO_INFORMATION } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Page, Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { estadoCuentaContract, type LoteConUnidades } from '../../estado-cuenta/contract.ts';
import { lotesContract } from '../contract.ts';
import { mergeChoiceRefusal } from '../rules.ts';
import { holdings } from './holdings.ts';
import { LotePicker, type Picked, usePicker } from './LotePicker.tsx';
import classes from './lotes.module.css';

const FAILED = 'Ocurrió un error. Contactar al administrador';

/** The question before lots are merged: which, into which, and what moves in figures. */
function question(merged: readonly LoteConUnidades[], reference: string): ReactNode {
  const referencias = merged.map(({ referencia }) => referencia).join(', ');
  return (
    <>
      <p>
        {merged.length === 1 ? `El lote ${referencias} pasa` : `Los lotes ${referencias} pasan`} a formar parte de{' '}
        {reference} con sus cargos abiertos y su fondo. No podrás deshacer esta acción
      </p>
      <ul>
        {merged.map((lote) => (
          <li key={lote.id}>
            {lote.referencia}: {holdings(lote)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** One after the other: whoever merges many lots need not occupy the server with all of them at once. */
async function headersOf(lotes: readonly Picked[]): Promise<LoteConUnidades[]> {
  const headers: LoteConUnidades[] = [];
  for (const { id } of lotes) headers.push(await call(estadoCuentaContract.loteDeudas, { params: { id } }));
  return headers;
}

/** The lots that are chosen, which of them the others become part of, and the merge. */
function useFusion() {
  const invalidate = useInvalidate();
  const [lotes, setLotes] = useState<readonly Picked[]>([]);
  const [reference, setReference] = useState<Picked | null>(null);
  /** What each lot of the last merge handed over, in the server's words. */
  const [result, setResult] = useState<readonly string[]>([]);
  const [asking, setAsking] = useState(false);

  const add = (picked: Picked) => {
    // A lot that is already in the table is not added again.
    if (!lotes.some(({ id }) => id === picked.id)) setLotes([...lotes, picked]);
  };
  const remove = (lote: Picked) => {
    setLotes(lotes.filter(({ id }) => id !== lote.id));
    if (reference?.id === lote.id) setReference(null);
  };
  const merge = async () => {
    const refusal = mergeChoiceRefusal(
      lotes.map(({ id }) => id),
      reference?.id ?? null,
    );
    if (refusal) {
      toast.warning(refusal, 8);
      return;
    }
    setAsking(true);
    try {
      const headers = await headersOf(lotes);
      const kept = headers.find(({ id }) => id === reference?.id);
      const sure = await confirm({
        title: 'Fusionar lotes',
        text: question(
          headers.filter((lote) => lote !== kept),
          kept?.referencia ?? '',
        ),
        confirmLabel: 'Fusionar',
        danger: true,
      });
      if (!sure) return;
      const message = await withBusy(
        call(lotesContract.fusionar, { body: { lotesFusiones: [...lotes], loteReferencia: reference } }),
      );
      setResult((message ?? '').split('\n'));
      toast.success('Proceso exitoso', 3);
      setLotes([]);
      setReference(null);
      void invalidate(lotesContract.all, lotesContract.get);
    } catch (error) {
      toast.failure(error, FAILED, 5);
    } finally {
      setAsking(false);
    }
  };
  return { lotes, reference, setReference, result, asking, add, remove, merge };
}

function columnsOf(reference: Picked | null): readonly Column<Picked>[] {
  return [
    {
      key: 'name',
      header: 'Lote',
      value: (lote) => lote.name,
      render: (lote) => (
        <span className={classes.subtitle}>
          {lote.name}
          {lote.id === reference?.id ? <StatusBadge color="green" label="Lote referencia" /> : null}
        </span>
      ),
    },
  ];
}

export default function FusionarLotes() {
  const picker = usePicker();
  const { picked } = picker;
  const { lotes, reference, setReference, result, asking, add, remove, merge } = useFusion();
  return (
    <Page title="Fusionar lotes" back={{ to: '/catalogos', label: 'Volver a Catálogos' }} width="narrow">
      <Panel>
        <div className={classes.picker}>
          <LotePicker picker={picker} label="Lote habitacional" tipo="habitacional" />
          <Button
            variant="light"
            disabled={!picked}
            onClick={() => {
              if (!picked) return;
              add(picked);
              picker.clear();
            }}
          >
            Seleccionar
          </Button>
        </div>
        <DataTable
          caption="Lotes a fusionar"
          columns={columnsOf(reference)}
          rows={lotes}
          rowKey={(lote) => lote.id}
          search={false}
          emptyText={NO_INFORMATION}
          rowActions={(lote) => (
            <>
              <RowAction
                label={`Seleccionar ${lote.name} como lote referencia`}
                icon={<IconCheck size={16} />}
                onClick={() => setReference(lote)}
              />
              <RowAction
                label={`Eliminar ${lote.name}`}
                icon={<IconTrash size={16} />}
                danger
                onClick={() => remove(lote)}
              />
            </>
          )}
        />
        <p className={classes.reference}>
          Lote referencia: <strong>{reference?.name ?? 'ninguno'}</strong>
        </p>
        <div className={classes.buttons}>
          <BusyButton loading={asking} onClick={() => void merge()}>
            Aceptar
          </BusyButton>
        </div>
      </Panel>
      {result.length > 0 ? (
        <Panel title="Fusión realizada">
          <ul className={classes.merged}>
            {result.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </Page>
  );
}
