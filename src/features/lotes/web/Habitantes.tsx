/** The tab Habitantes: who is tied to the lot now, as the form has it, and who was before. */
import { KitLink } from '#platform/web/kit/link.tsx';
import { EmptyState, StatusBadge } from '#platform/web/kit/page.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import type { LoteDetail } from '../contract.ts';
import type { LoteKitForm, ResidentNames } from './form-types.ts';
import classes from './lotes.module.css';

interface Props {
  form: LoteKitForm;
  saved: LoteDetail | undefined;
  names: ResidentNames;
}

interface Habitante {
  key: string;
  residenteId: number;
  name: string;
  asociado: boolean;
  active: boolean;
}

function habitantesOf({ form, saved, names }: Props): Habitante[] {
  const now = form.values.residenteLoteList.map((tie) => ({
    key: `${tie.asociado} ${tie.resident.id}`,
    residenteId: Number(tie.resident.id),
    name: names.get(Number(tie.resident.id)) ?? '',
    asociado: tie.asociado,
    active: true,
  }));
  const before = (saved?.residenteLotes ?? [])
    .filter(({ active }) => !active)
    .map(({ id, asociado, residente }) => ({
      key: `antes ${id}`,
      residenteId: residente.id,
      name: residente.name,
      asociado,
      active: false,
    }));
  return [...now, ...before];
}

export function Habitantes(props: Props) {
  const habitantes = habitantesOf(props);
  const mayOpen = useMayOpen();
  const sold = `/cambio-propietario/${props.saved?.id}`;
  if (habitantes.length === 0)
    return <EmptyState text="El lote no tiene habitantes. Agréguelos en la pestaña General." />;
  return (
    <>
      {props.saved && mayOpen(sold) ? (
        <p className="kit-quiet">
          Si la casa se vendió, regístrelo en <KitLink to={sold}>Cambio de propietario</KitLink>: aquí sólo cambia quién
          es el asociado.
        </p>
      ) : null}
      <table className={classes.list}>
        <caption className="kit-hidden">Habitantes del lote</caption>
        <thead>
          <tr>
            <th scope="col">Nombre</th>
            <th scope="col">Tipo</th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {habitantes.map(({ key, residenteId, name, asociado, active }) => (
            <tr key={key}>
              <td>
                <KitLink to={`/operaciones/habitantes/${asociado ? 'asociado' : 'inquilino'}/value?id=${residenteId}`}>
                  {name}
                </KitLink>
              </td>
              <td>{asociado ? 'Asociado' : 'Inquilino'}</td>
              <td>
                <StatusBadge color={active ? 'green' : 'gray'} label={active ? 'Activo' : 'Anterior'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
