/** Who booked, and how he looks, as the residents' app knows it. */
import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { appResidentesContract } from '#features/app-residentes/contract.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { useImage } from '#platform/web/kit/useImage.ts';
import { useCall } from '#platform/web/query.ts';
import classes from './amenidades.module.css';

function Foto({ url }: { url: string }) {
  const { shown, loading } = useImage(url);
  return shown ? (
    <img className={classes.photo} src={shown} alt="Reservante" />
  ) : (
    <p>{loading ? 'Cargando…' : 'Sin foto'}</p>
  );
}

export function Reservante({ id }: { id: number }) {
  const [open, setOpen] = useState(false);
  const found = useCall(appResidentesContract.userData, { query: { id } });
  const [person] = found.data ?? [];
  return (
    <div className={classes.booker}>
      {person ? (
        <dl>
          <div>
            <dt>Nombre</dt>
            <dd>{person.nombre}</dd>
          </div>
          <div>
            <dt>Dirección</dt>
            <dd>{person.direccion || '—'}</dd>
          </div>
          <div>
            <dt>Teléfono</dt>
            <dd>{person.telefono || '—'}</dd>
          </div>
        </dl>
      ) : (
        <p>{found.isPending ? 'Cargando…' : 'Sin datos'}</p>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPhoto size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Ver foto
      </Button>
      {open ? (
        <Dialog title="Foto del reservante" onClose={() => setOpen(false)} closeButton width="26rem">
          <Foto url={person?.fotoUsuarioUrl ?? ''} />
        </Dialog>
      ) : null}
    </div>
  );
}
