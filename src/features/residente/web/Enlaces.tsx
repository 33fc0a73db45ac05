/** The links to a lot's page: made, shown once, revoked; and a look at the page as each person sees it. */
import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import type { Value } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { copy } from '#platform/web/kit/copy.ts';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { CheckboxField, SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFechaHora } from '#ui/format.ts';
import {
  type EnlaceRow,
  enlacesContract,
  nuevoEnlaceSchema,
  type PermisoRow,
  type PersonaDelLote,
} from '../contract.ts';
import { CANAL, PAPEL } from '../rules.ts';
import classes from './enlaces.module.css';

const COLUMNS = columns<EnlaceRow>([
  { key: 'nombre', header: 'Persona', grow: 30 },
  { key: 'papel', header: 'Es', value: ({ papel }) => PAPEL[papel] },
  { key: 'canal', header: 'Se dio por', value: ({ canal }) => CANAL[canal] ?? canal },
  {
    key: 'estado',
    header: 'Estado',
    render: ({ estado }) => <StatusBadge color={estado === 'vigente' ? 'green' : 'gray'} label={estado} />,
  },
  { key: 'usos', header: 'Veces abierto', kind: 'number' },
  {
    ...{ key: 'ultimoUso', header: 'Último uso', kind: 'instant', value: ({ ultimoUso }) => ultimoUso },
    render: ({ ultimoUso }) => (ultimoUso ? formatFechaHora(ultimoUso) : 'Nunca'),
  },
  { key: 'equipos', header: 'Equipos con código', kind: 'number' },
  { key: 'creado', header: 'Creado', kind: 'instant' },
  { key: 'creadoPor', header: 'Por' },
]);

const PERMISOS = columns<PermisoRow>([
  { key: 'inquilino', header: 'Inquilino', grow: 30 },
  { key: 'permite', header: 'Ve la cuenta', value: ({ permite }) => (permite ? 'Sí' : 'No') },
  { key: 'dijo', header: 'Lo dijo', grow: 30 },
  { key: 'via', header: 'Dónde', value: ({ via }) => (via === 'pagina' ? 'En su página' : 'En la administración') },
  { key: 'creado', header: 'Cuándo', kind: 'instant' },
]);

type Made = Value<typeof enlacesContract.crear> & { canal: string };

interface FormProps {
  lote: number;
  personas: readonly PersonaDelLote[];
  onMade: (made: Made) => void;
  onClose: () => void;
}

const CANALES = (['correo', 'qr', 'whatsapp'] as const).map((value) => ({ value, label: CANAL[value] ?? value }));

function NuevoEnlace({ lote, personas, onMade, onClose }: FormProps) {
  const [first] = personas;
  const form = useKitForm({
    schema: nuevoEnlaceSchema,
    initial: {
      lote,
      persona: first?.clave ?? '',
      canal: first?.correos.length ? 'correo' : 'qr',
      veCuenta: true,
    },
    onSubmit: async (body) => onMade({ ...(await call(enlacesContract.crear, { body })), canal: body.canal }),
  });
  const chosen = personas.find(({ clave }) => clave === form.get('persona'));
  const { set } = form;
  const sees = chosen?.veCuenta ?? true;
  // As it was last said of whoever is chosen.
  useEffect(() => set('veCuenta', sees), [set, sees]);
  return (
    <FormModal title="Nuevo enlace" onClose={onClose}>
      <KitForm form={form} onCancel={onClose} guard={false} plain>
        <Fields columns={1}>
          <SelectField
            form={form}
            name="persona"
            label="Para quién"
            required
            options={personas.map(({ clave, nombre, papel }) => ({
              value: clave,
              label: `${nombre} · ${PAPEL[papel]}`,
            }))}
          />
          <SelectField
            form={form}
            name="canal"
            label="Cómo se le da"
            required
            options={CANALES}
            description={chosen?.correos.length === 0 ? 'No tiene correo registrado' : chosen?.correos.join(', ')}
          />
          {chosen?.papel === 'inquilino' ? (
            <CheckboxField form={form} name="veCuenta" label="El propietario permite que vea la cuenta" />
          ) : null}
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** The address, this once: only its hash is kept. */
function EnlaceHecho({ made: { url, canal }, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog title="Enlace del residente" width="34rem">
      <p>
        {canal === 'correo' ? 'Va por correo. ' : ''}
        Abre la página de esta persona: délo sólo a ella. No se vuelve a mostrar.
      </p>
      <div className={classes.code}>
        <QRCodeSVG value={url} size={220} level="M" marginSize={4} title="Código QR del enlace" />
      </div>
      <p>
        <code>{url}</code>
      </p>
      <DialogActions>
        <Button variant="default" onClick={() => void copy(url, 'Selecciónelo y cópielo usted')}>
          Copiar el enlace
        </Button>
        <Button onClick={onClose}>Listo</Button>
      </DialogActions>
    </Dialog>
  );
}

const NO_VUELVE = 'No se puede deshacer: para que vuelva a entrar hay que darle otro';

async function sureOf(title: string, text: string, act: () => Promise<string | undefined>, onDone: () => void) {
  if (!(await confirm({ title, text: `${text}. ${NO_VUELVE}`, confirmLabel: 'Revocar', danger: true }))) return;
  try {
    toast.success((await act()) ?? '', 3);
  } catch (error) {
    toast.failure(error);
  }
  onDone();
}

const revoke = ({ id, nombre }: EnlaceRow, onDone: () => void): Promise<void> =>
  sureOf(
    'Revocar el enlace',
    `El enlace de «${nombre}» deja de abrir en todos sus equipos`,
    () => call(enlacesContract.revocar, { body: { id } }),
    onDone,
  );

/** A telephone that was lost has whatever was sent to it: one by one nobody would find which. */
const revokeAll = (
  lote: number,
  { clave, nombre }: Pick<PersonaDelLote, 'clave' | 'nombre'>,
  onDone: () => void,
): Promise<void> =>
  sureOf(
    'Revocar todos sus enlaces',
    `Todos los enlaces de «${nombre}» dejan de abrir en todos sus equipos`,
    () => call(enlacesContract.revocarTodos, { body: { lote, persona: clave } }),
    onDone,
  );

async function look(lote: number, persona: string): Promise<void> {
  // Opened at once: a browser lets no window open after an answer.
  const tab = window.open('about:blank', '_blank');
  try {
    const { url } = await call(enlacesContract.ver, { body: { lote, persona } });
    if (tab) tab.location.href = url;
    else location.assign(url);
  } catch (error) {
    tab?.close();
    toast.failure(error);
  }
}

interface PersonasProps {
  lote: number;
  personas: readonly PersonaDelLote[];
  enlaces: readonly EnlaceRow[];
  onRevoked: () => void;
}

function Personas({ lote, personas, enlaces, onRevoked }: PersonasProps) {
  const abiertos = (of: string) => enlaces.filter(({ clave, estado }) => clave === of && estado === 'vigente').length;
  return (
    <Panel title="Personas de este lote">
      {personas.length === 0 ? (
        <p>Nadie: asigne un propietario al lote para darle su página.</p>
      ) : (
        <ul className={classes.people}>
          {personas.map(({ clave, nombre, papel, veCuenta }) => (
            <li key={clave}>
              <span>
                {nombre} · {PAPEL[papel]}
                {veCuenta ? '' : ' · no ve la cuenta'}
              </span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Ver como residente: ${nombre} · ${PAPEL[papel]}`}
                onClick={() => void look(lote, clave)}
              >
                Ver como residente
              </Button>
              {abiertos(clave) > 1 ? (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Revocar sus ${abiertos(clave)} enlaces: ${nombre}`}
                  onClick={() => void revokeAll(lote, { clave, nombre }, onRevoked)}
                >
                  Revocar sus {abiertos(clave)} enlaces
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export default function Enlaces() {
  const lote = Number(useParams<'id'>().id);
  const found = useCall(enlacesContract.lote, { params: { id: lote } });
  const invalidate = useInvalidate();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const reread = () => void invalidate(enlacesContract.lote);
  const personas = found.data?.personas ?? [];
  return (
    <Page
      title="Página del residente"
      back={{ to: `/estado-cuenta/${lote}`, label: 'Volver al estado de cuenta' }}
      actions={
        <Button disabled={personas.length === 0} onClick={() => setMaking(true)}>
          Nuevo enlace
        </Button>
      }
    >
      <LotHeaderOf loteId={lote} />
      <div className={classes.parts}>
        {found.data ? (
          <Personas lote={lote} personas={personas} enlaces={found.data.enlaces} onRevoked={reread} />
        ) : null}
        <DataTable
          caption="Enlaces a su página"
          files="Enlaces de residentes"
          columns={COLUMNS}
          found={{ ...found, data: found.data?.enlaces }}
          rowKey={({ id }) => id}
          urlKey
          emptyHint="Todavía no hay enlaces. Dé uno con «Nuevo enlace»"
          rowActions={(enlace) => (
            <RowAction
              label={`Revocar el enlace de ${enlace.nombre}`}
              icon={<IconBan size={16} />}
              danger
              disabledReason={enlace.estado === 'revocado' ? 'Ya está revocado' : undefined}
              onClick={() => void revoke(enlace, reread)}
            />
          )}
        />
        {found.data && found.data.permisos.length > 0 ? (
          <Panel title="Qué ven los inquilinos">
            <DataTable
              caption="Qué ven los inquilinos"
              files="Permisos de inquilinos"
              columns={PERMISOS}
              found={{ ...found, data: found.data.permisos }}
              rowKey={({ id }) => id}
            />
          </Panel>
        ) : null}
      </div>
      {making ? (
        <NuevoEnlace
          lote={lote}
          personas={personas}
          onMade={(enlace) => {
            setMaking(false);
            setMade(enlace);
            reread();
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made ? <EnlaceHecho made={made} onClose={() => setMade(null)} /> : null}
    </Page>
  );
}
