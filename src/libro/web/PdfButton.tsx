/** Reports on paper, from the screens that show them. */
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { PdfDocument } from '#documents/definition.ts';
import type { ReportMaking } from '#documents/reportes.ts';
import { messageOf } from '#platform/web/api.ts';
import { membrete } from '#platform/web/identity.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { downloadPdf } from '#platform/web/pdf.ts';
import { formatFechaHora } from '#ui/format.ts';

const ICON = 16;

/** More would make a document that nobody prints, and that takes the browser's memory. */
const PDF_ROWS_MAX = 20_000;

export const making = (): ReportMaking => ({
  ...membrete(),
  impreso: formatFechaHora(new Date().toISOString()),
});

interface Made {
  document: PdfDocument;
  name: string;
}

export interface PdfButtonProps {
  /** How many rows it would have; undefined while they are not there. */
  rows: number | undefined;
  make: () => Made | Promise<Made>;
  /** Among the tools of a table, in place of beside the title. */
  compact?: boolean;
}

/** 'Descargar PDF'; the document is drawn beside the page. */
export function PdfButton({ rows, make, compact = false }: PdfButtonProps) {
  const [busy, setBusy] = useState(false);
  const tooLong = rows !== undefined && rows > PDF_ROWS_MAX;
  const download = async () => {
    setBusy(true);
    try {
      const { document, name } = await make();
      await downloadPdf(document, name);
    } catch (error) {
      toast.error(messageOf(error, 'No se ha podido hacer el PDF. Intente otra vez'), 5);
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusyButton
      variant="default"
      {...(compact && { size: 'xs' })}
      leftSection={<IconFileTypePdf size={ICON} aria-hidden="true" />}
      loading={busy}
      disabled={!rows || tooLong}
      title={tooLong ? 'El PDF lleva hasta 20,000 renglones. Elija un rango más corto o descargue el XLSX' : undefined}
      onClick={() => void download()}
    >
      Descargar PDF
    </BusyButton>
  );
}
