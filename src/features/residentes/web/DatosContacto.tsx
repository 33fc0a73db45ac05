/** How to reach the people of a lot: its asociado, its tenants and its legal representative. */

import { useEffect } from 'react';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { EmailText } from '#platform/web/kit/EmailText.tsx';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { type Contacto, residentesContract } from '../contract.ts';
import { formatTelefono } from './contact-items.ts';
import classes from './datos-contacto.module.css';

const LOAD_FAILED = 'Ocurrió un error. Intente más tarde';

type Lines = Pick<Contacto, 'correoElectronicoList' | 'telefonoList'>;

function ContactLines({ correoElectronicoList, telefonoList }: Lines) {
  return (
    <dl className={classes.lines}>
      <div>
        <dt>Correo electrónico</dt>
        {correoElectronicoList.length === 0 ? <dd className={classes.none}>Sin correo electrónico</dd> : null}
        {correoElectronicoList.map(({ referencia, correo }) => (
          <dd key={`${referencia} ${correo}`}>
            {referencia ? `${referencia}: ` : null}
            <a href={`mailto:${correo}`}>
              <EmailText address={correo} />
            </a>
          </dd>
        ))}
      </div>
      <div>
        <dt>Teléfono</dt>
        {telefonoList.length === 0 ? <dd className={classes.none}>Sin teléfono</dd> : null}
        {telefonoList.map(({ tipoNumeroTelefono, numero }) => (
          <dd key={`${tipoNumeroTelefono.name} ${numero}`}>
            {`${tipoNumeroTelefono.name} - `}
            <a href={`tel:${numero}`}>{formatTelefono(numero)}</a>
          </dd>
        ))}
      </div>
    </dl>
  );
}

function Person({ contacto }: { contacto: Contacto }) {
  return (
    <li className={classes.person}>
      <h3 className={classes.name}>{contacto.name}</h3>
      <ContactLines {...contacto} />
    </li>
  );
}

export default function DatosContacto() {
  const { id, idLote } = useParams<'id' | 'idLote'>();
  const contact = useCall(residentesContract.datosContacto, { params: { id: Number(id), idLote: Number(idLote) } });
  const { data, isError, errorUpdatedAt } = contact;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed load is told once, also the same one again
  useEffect(() => (isError ? toast.error(LOAD_FAILED, 6) : undefined), [isError, errorUpdatedAt]);

  return (
    <Page title="Datos de contacto" back={{ to: '/', label: 'Volver al inicio' }}>
      <LotHeaderOf loteId={Number(idLote)} />
      {isError ? (
        <ErrorPanel message={LOAD_FAILED} onRetry={() => void contact.refetch()} />
      ) : data ? (
        <>
          <Panel title={data.name || 'Sin asociado'}>
            <ContactLines {...data} />
          </Panel>
          <Panel title="Inquilinos">
            {data.inquilinosList.length === 0 ? (
              <p className={classes.none}>No existe inquilinos</p>
            ) : (
              <ul className={classes.people}>
                {data.inquilinosList.map((inquilino) => (
                  <Person key={inquilino.id} contacto={inquilino} />
                ))}
              </ul>
            )}
          </Panel>
          <Panel title="Representante legal">
            {data.representanteLegal ? (
              <ul className={classes.people}>
                <Person contacto={data.representanteLegal} />
              </ul>
            ) : (
              <p className={classes.none}>No existe representante legal</p>
            )}
          </Panel>
        </>
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}
