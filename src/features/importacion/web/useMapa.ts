/** A chosen book and, where it is not the template, which of its columns is which: told once, and kept for the next one alike. */
import { useState } from 'react';
import { call } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { importacionContract, type LibroVisto } from '../contract.ts';
import type { Mapa } from '../mapa.ts';

const NOTHING: Mapa = { partes: [], palabras: [] };

interface MapaOptions {
  /** Takes a book, by a map where it is not the template. */
  onRead: (file: File, mapa?: number) => Promise<void>;
  /** What was read of another book, or otherwise, is no longer so. */
  onChange: () => void;
}

export function useMapa({ onRead, onChange }: MapaOptions) {
  const [file, setFile] = useState<File | null>(null);
  const [libro, setLibro] = useState<LibroVisto | null>(null);
  const [mapa, setMapa] = useState<Mapa>(NOTHING);

  /** The template is read at once; of another book it is told first what is what. */
  const choose = (chosen: File) => {
    setFile(chosen);
    setLibro(null);
    onChange();
    if (!/\.(xlsx|csv|txt)$/i.test(chosen.name)) {
      toast.error('Seleccione un archivo válido', 5);
      return;
    }
    void attempt(async () => {
      const seen = await call(importacionContract.columnas, { body: { file: chosen } });
      if (seen.plantilla) return onRead(chosen);
      setMapa(seen.mapa ?? NOTHING);
      setLibro(seen);
    });
  };

  const remap = (next: Mapa) => {
    setMapa(next);
    onChange();
  };

  const read = () =>
    attempt(async () => {
      if (!file) return;
      const { id } = await call(importacionContract.guardarMapa, { body: { archivo: file.name, mapa } });
      await onRead(file, id);
    });

  return { file, libro, mapa, choose, remap, read, forget: () => setLibro(null) };
}
