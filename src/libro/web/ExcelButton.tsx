/** 'Descargar XLSX': a workbook that the server writes; the page waits for it behind the overlay. */
import { Button } from '@mantine/core';
import { IconFileTypeXls } from '@tabler/icons-react';
import { attempt } from '#platform/web/kit/attempt.ts';

const ICON = 16;

export interface ExcelButtonProps {
  disabled: boolean;
  download: () => Promise<void>;
  /** Among the tools of a table, in place of beside the title. */
  compact?: boolean;
}

export function ExcelButton({ disabled, download, compact = false }: ExcelButtonProps) {
  const run = () => attempt(download, 'No se ha podido descargar el libro. Intente otra vez');
  return (
    <Button
      variant="default"
      {...(compact && { size: 'xs' })}
      leftSection={<IconFileTypeXls size={ICON} aria-hidden="true" />}
      disabled={disabled}
      onClick={() => void run()}
    >
      Descargar XLSX
    </Button>
  );
}
