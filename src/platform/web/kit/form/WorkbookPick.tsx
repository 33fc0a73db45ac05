/** A workbook that is brought in: what it should look like, and the one that is chosen. */
import { Button, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { attempt } from '../attempt.ts';
import classes from './workbook-pick.module.css';

interface WorkbookPickProps {
  file: File | null;
  /** False: something else is what to do now. */
  filled: boolean;
  /** A text in columns will do as well. */
  orText?: boolean;
  onFile: (file: File) => void;
  /** After the name of the file. */
  children?: ReactNode;
}

export function WorkbookPick({ file, filled, orText, onFile, children }: WorkbookPickProps) {
  const reset = useRef<() => void>(null);
  const choose = (chosen: File | null) => {
    // The same file chosen again, after it was corrected, must be read again.
    reset.current?.();
    if (chosen) onFile(chosen);
  };
  return (
    <div className={classes.pick}>
      <FileButton resetRef={reset} accept={orText ? '.xlsx,.csv,.txt' : '.xlsx'} onChange={choose}>
        {(props) => (
          <Button {...props} variant={filled ? 'filled' : 'default'}>
            Seleccionar archivo
          </Button>
        )}
      </FileButton>
      <span className={classes.file}>{file ? file.name : 'Ningún archivo elegido'}</span>
      {children}
    </div>
  );
}

export function SampleButton({ label, download }: { label: string; download: () => Promise<unknown> }) {
  const save = () => attempt(download);
  return (
    <Button variant="default" onClick={() => void save()}>
      {label}
    </Button>
  );
}
