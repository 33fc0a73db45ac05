/** The menu of what a text has filled: each writes its place. */
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

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

export function InsertDato({ datos, onInsert, label }: InsertDatoProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="light"
          aria-label={label}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
        >
          Insertar dato
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {datos.map(({ name, label: dato }) => (
          <Menu.Item key={name} onClick={() => onInsert(`{{${name}}}`)}>
            {dato}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
