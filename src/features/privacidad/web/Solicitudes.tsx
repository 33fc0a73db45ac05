/** What people ask for of their own data, with the working days that the law leaves. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEnCobranza } from '#libro/web/enCobranza.ts';
import { byPages, PagedFiles } from '#libro/web/PagedFiles.tsx';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FilterSelect } from '#platform/web/kit/FilterSelect.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { PagedTable } from '#platform/web/kit/table/PagedTable.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { derechosContract, FILTROS, type SolicitudPrivacidad } from '../contract.ts';
import { SOLICITUDES } from '../listings.ts';
import { DERECHO, diasEnPalabras, ESTADO, ESTADOS } from '../rules.ts';
import { ActModal, type Acto, actsOf } from './acts.tsx';
import { SolicitarModal } from './SolicitarModal.tsx';

const SIZE = 20;
const CODECS = { estado: oneOfParam(FILTROS, 'abiertas'), pag: intParam(1, 1) };
/** Fewer days than these are told in amber. */
const SOON = 5;

const OPTIONS = [
  { value: 'todas', label: 'Todas' },
  ...ESTADOS.map((value) => ({ value, label: ESTADO[value].replace(/^./, (letter) => letter.toUpperCase()) })),
];

export function Plazo({ dias }: { dias: number | null }) {
  if (dias === null) return null;
  const tone: Tone = dias < 0 ? 'red' : dias <= SOON ? 'amber' : 'gray';
  return <StatusBadge color={tone} label={diasEnPalabras(dias)} />;
}

function Archivos({ estado, total }: { estado: (typeof FILTROS)[number]; total: number | undefined }) {
  return (
    <PagedFiles
      title="Solicitudes de privacidad"
      list={SOLICITUDES}
      landscape
      rowKey={({ id }) => id}
      filtro={estado === 'abiertas' ? 'Abiertas' : estado === 'todas' ? '' : ESTADO[estado]}
      total={total}
      read={byPages((page, size) => call(derechosContract.lista, { query: { estado, page, size } }))}
    />
  );
}

export default function Solicitudes() {
  const [{ estado, pag }, setUrl] = useUrlState(CODECS);
  const [act, setAct] = useState<{ acto: Acto; solicitud: SolicitudPrivacidad }>();
  const [asking, setAsking] = useState(false);
  const { role } = useSession();
  const { works, back } = useEnCobranza();
  const decides = works && passes(derechosContract.responder.roles, role);
  const page = pag - 1;
  const found = useCall(derechosContract.lista, { query: { estado, page, size: SIZE } }, { keepPrevious: true });
  const columns = drawn<SolicitudPrivacidad>(SOLICITUDES.screen, {
    persona: ({ persona }) =>
      works ? <KitLink to={`/privacidad/${persona.id}`}>{persona.name}</KitLink> : persona.name,
    dias: ({ dias }) => <Plazo dias={dias} />,
  });
  const total = found.data?.total ?? 0;
  return (
    <Page
      title="Solicitudes de privacidad"
      subtitle="Acceso, rectificación, cancelación y oposición"
      back={back}
      actions={
        <>
          <Archivos estado={estado} total={found.data?.total} />
          {works ? <Button onClick={() => setAsking(true)}>Registrar solicitud</Button> : null}
        </>
      }
    >
      <PagedTable
        caption="Solicitudes de privacidad"
        columns={columns}
        found={found}
        rows={found.data?.rows}
        rowKey={({ id }) => id}
        loading={found.isFetching}
        emptyText={estado === 'abiertas' ? 'No hay solicitudes abiertas' : 'Ninguna solicitud está así'}
        emptyHint={estado === 'abiertas' ? 'Lo que alguien pida sobre sus datos aparecerá aquí' : 'Elija otro estado'}
        hasPrevious={page > 0}
        hasNext={(page + 1) * SIZE < total}
        page={page}
        onPage={(next) => setUrl({ pag: next + 1 }, { push: true })}
        total={found.data?.total}
        toolbar={
          <FilterSelect
            label="Estado"
            all="Abiertas"
            options={OPTIONS}
            value={estado === 'abiertas' ? '' : estado}
            onChange={(value) => setUrl({ estado: (value || 'abiertas') as typeof estado, pag: 1 })}
          />
        }
        rowActions={(solicitud) => (
          <RowMenu
            label={`Acciones de ${DERECHO[solicitud.derecho]} de ${solicitud.persona.name}`}
            acts={decides ? actsOf(solicitud, (acto) => setAct({ acto, solicitud })) : []}
          />
        )}
      />
      {act ? <ActModal key={act.solicitud.id} {...act} onClose={() => setAct(undefined)} /> : null}
      {asking ? <SolicitarModal onClose={() => setAsking(false)} /> : null}
    </Page>
  );
}
