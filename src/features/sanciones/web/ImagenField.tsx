/** 'Subir imagen': one PNG or JPEG; anything else is discarded, and said why. */
import { FileInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { IMAGE_BYTES_MAX, IMAGE_TYPES, refusalOfImage } from '#features/archivos/rules.ts';
import { usePreview } from '#platform/web/kit/useImage.ts';
import classes from './sanciones.module.css';

function faultOf(file: File): string | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return 'Elija una imagen PNG o JPEG';
  if (file.size > IMAGE_BYTES_MAX) return 'La imagen pesa más de 10 MB. Redúzcala o elija otra';
  return null;
}

/** What the bytes say: a picture of another kind under the name of a JPEG has no other sign. */
async function faultOfBytes(file: File): Promise<string | undefined> {
  try {
    return refusalOfImage(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return 'No se pudo leer la imagen. Elija otra';
  }
}

export function ImagenField({ value, onChange }: { value: File | null; onChange: (file: File | null) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const preview = usePreview(value);
  const chosen = useRef<File | null>(null);
  const choose = async (file: File | null) => {
    chosen.current = file;
    const found = file && faultOf(file);
    setFault(found);
    // It counts from here on: whoever saves before its bytes are read must not lose it.
    onChange(found ? null : file);
    if (!file || found) return;
    const refused = await faultOfBytes(file);
    if (!refused || chosen.current !== file) return;
    setFault(refused);
    onChange(null);
  };
  return (
    <div>
      <FileInput
        label="Subir imagen"
        placeholder="Seleccionar archivo"
        description="PNG o JPEG, hasta 10 MB"
        accept={IMAGE_TYPES.join(',')}
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar la imagen' }}
        value={value}
        onChange={(file) => void choose(file)}
        error={fault}
      />
      {preview ? <img className={classes.image} src={preview} alt={`Vista previa de ${value?.name ?? ''}`} /> : null}
    </div>
  );
}
