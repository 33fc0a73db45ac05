/** The menu of what a text has filled: each writes its place. */
import { IconPlus } from '@tabler/icons-react';
import { MenuButton } from '../table/RowMenu.tsx';
import classes from './insert-dato.module.css';

export interface Dato {
  name: string;
  label: string;
}

export interface InsertDatoProps {
  datos: readonly Dato[];
  onInsert: (text: string) => void;
  /** Names the button where a screen has several. */
  label?: string;
}

export function InsertDato({ datos, onInsert, label = 'Insertar dato' }: InsertDatoProps) {
  const acts = datos.map((dato) => ({ label: dato.label, onClick: () => onInsert(`{{${dato.name}}}`) }));
  return (
    <MenuButton label={label} className={classes.insert} edge="left" acts={acts}>
      <IconPlus size={14} aria-hidden="true" />
      Insertar dato
    </MenuButton>
  );
}
