/** 'Subir imagen': one PNG or JPEG; anything else is discarded, and said why. */
import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#features/archivos/rules.ts';
import { usePreview } from '#platform/web/kit/useImage.ts';
import classes from './sanciones.module.css';

function faultOf(file: File): string | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return 'Elija una imagen PNG o JPEG';
  if (file.size > IMAGE_BYTES_MAX) return 'La imagen pesa más de 10 MB. Redúzcala o elija otra';
  return null;
}

export function ImagenField({ value, onChange }: { value: File | null; onChange: (file: File | null) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const preview = usePreview(value);
  const choose = (file: File | null) => {
    const found = file && faultOf(file);
    setFault(found);
    onChange(found ? null : file);
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
        onChange={choose}
        error={fault}
      />
      {preview ? <img className={classes.image} src={preview} alt={`Vista previa de ${value?.name ?? ''}`} /> : null}
    </div>
  );
}
