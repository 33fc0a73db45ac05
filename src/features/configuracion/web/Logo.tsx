/** The community's logo: as it looks on light and dark pages, another one, or none of its own. */
import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { SURFACE } from '#core/acento.ts';
import { LOGO_BYTES_MAX } from '#core/membrete.ts';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { changeLogo } from '#platform/web/identity.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { comunidadContract } from '../contract.ts';
import classes from './configuracion.module.css';

const GROUND = {
  ninguno: ACTION_DONE,
  claro: 'Se puso el logotipo. Sobre fondo oscuro no se vería: lleva uno claro',
  oscuro: 'Se puso el logotipo. Sobre papel no se vería: lleva un fondo oscuro',
} as const;

/** Sends a file, or takes the logo away; `fault` says what was not taken. */
function useLogo() {
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const act = async (work: () => Promise<string>) => {
    setBusy(true);
    setFault('');
    try {
      toast.success(await work(), 5);
      void invalidate(comunidadContract.get);
    } catch (error) {
      setFault(messageOf(error, 'No se pudo cambiar el logotipo. Intente de nuevo'));
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File) => {
    if (file.size > LOGO_BYTES_MAX) {
      setFault('El archivo pasa de 2 MB. Redúzcalo y vuelva a subirlo');
      return;
    }
    void act(async () => {
      const { logo, fondo } = await call(comunidadContract.logo, { body: { file } });
      changeLogo(logo);
      return GROUND[fondo];
    });
  };
  const remove = async () => {
    const text = 'Vuelve el logotipo dibujado, en la página y en los documentos nuevos.';
    if (!(await confirm({ title: 'Quitar el logotipo', text, confirmLabel: 'Quitar', danger: true }))) return;
    await act(async () => {
      await call(comunidadContract.quitarLogo, {});
      changeLogo(null);
      return ACTION_DONE;
    });
  };
  return { busy, fault, send, remove };
}

export function Logo({ logo }: { logo: Value<typeof comunidadContract.get>['logo'] }) {
  const { busy, fault, send, remove } = useLogo();
  const reset = useRef<() => void>(null);
  const choose = (file: File) => {
    // The same file chosen again counts as a choice.
    reset.current?.();
    send(file);
  };
  return (
    <Panel title="Logotipo">
      <div className={classes.samples}>
        {(['light', 'dark'] as const).map((scheme) => (
          <div key={scheme} className={classes.sample} style={{ background: SURFACE[scheme] }}>
            <CommunityLogo size={56} />
          </div>
        ))}
      </div>
      <p className={`kit-quiet ${classes.told}`}>
        Un SVG de figuras lisas o un PNG de hasta 2 MB. Se ve al entrar, en la página del residente y en documentos y
        libros de Excel nuevos. Sin él se usa el dibujado.
      </p>
      <div className={classes.samples}>
        <FileButton
          resetRef={reset}
          accept="image/svg+xml,image/png"
          inputProps={{ 'aria-label': 'Subir logotipo: archivo' }}
          onChange={(file) => file && choose(file)}
        >
          {(props) => (
            <BusyButton variant="default" loading={busy} aria-describedby="logo-falla" {...props}>
              {logo ? 'Cambiar logotipo' : 'Subir logotipo'}
            </BusyButton>
          )}
        </FileButton>
        {logo ? (
          <BusyButton variant="default" loading={false} disabled={busy} onClick={() => void remove()}>
            Quitar logotipo
          </BusyButton>
        ) : null}
      </div>
      <p id="logo-falla" role="alert" className={classes.fault}>
        {fault}
      </p>
    </Panel>
  );
}
