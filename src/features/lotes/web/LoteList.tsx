/** The lots of a type, or of all of them, with the counters above. */
import { Button } from '@mantine/core';
import { IconChevronDown, IconEdit } from '@tabler/icons-react';
import { useMemo } from 'react';
import { LOTE } from '#libro/lotes/columnas.ts';
import { TIPOS, type TipoLote } from '#libro/lotes/contract.ts';
import { CORREO_A_LOTES, paraLotes } from '#libro/web/para-lotes.ts';
import { listing } from '#platform/listing.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Choosing } from '#platform/web/kit/table/choosing.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { MenuButton } from '#platform/web/kit/table/RowMenu.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useNavigate, useParams } from '#platform/web/router.tsx';
import { NotFound } from '#platform/web/shell/states.tsx';
import { type LoteRow, lotesContract } from '../contract.ts';
import { formPath, TIPO_LABELS } from './labels.ts';
import classes from './lotes.module.css';
import { TipoPanel, TODOS } from './TipoPanel.tsx';

interface Row extends LoteRow {
  tipo: TipoLote;
}

const COLUMNS_OF_ALL = listing<Row>([
  ...[LOTE.referencia, LOTE.residente, LOTE.direccion],
  { key: 'tipo', header: 'Tipo', value: (lote) => TIPO_LABELS[lote.tipo] },
]).screen;

const COLUMNS = COLUMNS_OF_ALL.filter(({ key }) => key !== 'tipo');

const BACK = { to: '/operaciones', label: 'Volver a Operaciones' };

function useLotes(tipo: TipoLote, wanted: boolean) {
  return useCall(lotesContract.all, { params: { type_lote: tipo } }, { enabled: wanted });
}

/** In the list of all types a new lot asks for its type first. */
const NewOfTipo = () => (
  <MenuButton
    label="Nuevo"
    component={Button}
    edge="right"
    acts={TIPOS.map((tipo) => ({ label: `Lote ${TIPO_LABELS[tipo]}`, to: formPath(tipo) }))}
  >
    Nuevo <IconChevronDown size={16} className={classes.chevron} />
  </MenuButton>
);

/** What can be done with several lots. */
function useChoosingLotes(): Choosing<Row> | undefined {
  const navigate = useNavigate();
  if (!useMayOpen()(CORREO_A_LOTES)) return undefined;
  return {
    words: ['lote', 'lotes'],
    nameOf: ({ referencia }) => `el lote ${referencia}`,
    acts: [
      {
        label: 'Enviar correo',
        open: (rows) =>
          void navigate(CORREO_A_LOTES, {
            state: paraLotes(rows.map(({ id, referencia }) => ({ id, name: referencia }))),
          }),
      },
    ],
  };
}

export default function LoteList() {
  const choosing = useChoosingLotes();
  const { type_lote: chosen = '' } = useParams();
  const tipo = TIPOS.find((known) => known === chosen);
  const wants = (known: TipoLote) => tipo === known || chosen === TODOS;
  const lists = {
    condominal: useLotes('condominal', wants('condominal')),
    habitacional: useLotes('habitacional', wants('habitacional')),
    comercial: useLotes('comercial', wants('comercial')),
  };
  const wanted = TIPOS.filter(wants);
  const { condominal, habitacional, comercial } = lists;
  const rows = useMemo(() => {
    const answers: [TipoLote, readonly LoteRow[] | undefined][] = [
      ['condominal', condominal.data],
      ['habitacional', habitacional.data],
      ['comercial', comercial.data],
    ];
    const shown = answers.filter(([known]) => tipo === known || chosen === TODOS);
    if (shown.some(([, data]) => data === undefined)) return undefined;
    return shown.flatMap(([known, data = []]) => data.map((row): Row => ({ ...row, tipo: known })));
  }, [condominal.data, habitacional.data, comercial.data, tipo, chosen]);

  if (wanted.length === 0) return <NotFound />;
  const failed = wanted.some((known) => lists[known].isError);
  const title = tipo ? `Lote ${tipo}` : 'Lotes';
  return (
    <Page
      title={title}
      back={BACK}
      actions={
        tipo ? (
          <Button component={KitLink} to={formPath(tipo)}>
            Nuevo
          </Button>
        ) : (
          <NewOfTipo />
        )
      }
    >
      <TipoPanel chosen={chosen} />
      <DataTable
        key={chosen}
        caption={title}
        columns={tipo ? COLUMNS : COLUMNS_OF_ALL}
        rows={rows}
        rowKey={(lote) => lote.id}
        urlKey
        files={title}
        choosing={choosing}
        error={failed ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => {
          for (const known of wanted) void lists[known].refetch();
        }}
        rowActions={(lote) => (
          <RowAction
            label={`Editar ${lote.referencia}`}
            icon={<IconEdit size={16} />}
            to={formPath(lote.tipo, lote.id)}
          />
        )}
      />
    </Page>
  );
}
