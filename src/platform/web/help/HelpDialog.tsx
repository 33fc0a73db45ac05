/** The help of a screen, over the one in sight. */
import { Button } from '@mantine/core';
import { useId } from 'react';
import type { Helps } from '../../help.ts';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { KitLink } from '../kit/link.tsx';
import { openShortcutsHelp } from '../kit/shortcuts.tsx';
import { useMayOpen, useNavigation } from '../navigation.tsx';
import { useShownScreen } from '../router.tsx';
import classes from './help.module.css';
import type { HelpProps } from './open.ts';

/** Where the screen is opened, or where one begins that is of one record; undefined where one is there already. */
function useWayTo(path: string, from: string | undefined): { to: string; label: string } | undefined {
  const { screens } = useNavigation();
  const mayOpen = useMayOpen();
  const shown = useShownScreen()?.path;
  const to = from ?? path;
  if (shown === path || shown === to || !mayOpen(to)) return undefined;
  const title = screens.find((screen) => screen.path === to)?.title ?? '';
  return { to, label: from === undefined ? 'Abrir la pantalla' : `Ir a ${title}` };
}

export function HelpDialog({ helps, path, onClose }: HelpProps & { helps: Helps }) {
  const help = helps[path];
  const way = useWayTo(path, help?.from);
  const id = useId();
  if (!help) return null;
  const { title, purpose, acts } = help;
  return (
    <Dialog title={title} width="34rem" closeButton describedBy={id} onClose={onClose}>
      <div id={id}>
        <p>{purpose}</p>
        <ul className={classes.acts}>
          {acts.map((act) => (
            <li key={act}>{act}</li>
          ))}
        </ul>
      </div>
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            onClose();
            openShortcutsHelp();
          }}
        >
          Ver los atajos
        </Button>
        {way ? (
          <Button component={KitLink} to={way.to} data-autofocus onClick={onClose}>
            {way.label}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
