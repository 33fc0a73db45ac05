/** How a bank's file is cut into rows and columns: by a sign, by fixed widths, or as a workbook has them. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CODIFICACIONES, COLUMNAS_MAX, type Codificacion, SEPARADORES, type Separador } from '#platform/tabla.ts';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import type { ColumnasLeidas } from '../contract.ts';
import { anchosDesde } from '../lectura/anchos.ts';
import { ANCHO_MAX, ANCHOS, type CortePedido, type Disposicion } from '../lectura/disposicion.ts';
import classes from './columnas.module.css';

/** Rows that may be the titles': further down a bank has its lines. */
const TITLE_ROWS = 20;

const SEPARADOR: Readonly<Record<Separador, string>> = {
  ',': 'Coma ( , )',
  ';': 'Punto y coma ( ; )',
  '\t': 'Tabulador',
  '|': 'Barra ( | )',
};
const CODIFICACION: Readonly<Record<Codificacion, string>> = {
  auto: 'Automática',
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows (ANSI)',
};

export interface CortarProps {
  leido: ColumnasLeidas;
  value: Disposicion;
  /** It is cut otherwise: what its columns are is found anew. */
  onCut: (corte: CortePedido) => void;
}

/** How the file is cut into rows and columns. */
export function Cortar({ leido, value, onCut }: CortarProps) {
  const { codificacion, separador, hoja, encabezado } = value;
  const libro = leido.hojas.length > 0;
  const cut = (changes: CortePedido) => onCut({ codificacion, separador, hoja, ...changes });
  const rows = leido.filas.filter(({ celdas }) => celdas.some((celda) => celda !== '')).slice(0, TITLE_ROWS);
  return (
    <>
      {libro ? (
        <SelectInput<string>
          label="Hoja"
          data={leido.hojas.map((one) => ({ value: one, label: one }))}
          value={hoja || (leido.hojas[0] ?? '')}
          onChange={(next) => cut({ hoja: next ?? '' })}
        />
      ) : (
        <>
          <SelectInput<string>
            label="Separador"
            data={[
              ...SEPARADORES.map((one) => ({ value: one, label: SEPARADOR[one] })),
              { value: ANCHOS, label: 'Ninguno: anchos fijos' },
            ]}
            value={typeof separador === 'string' ? separador : ANCHOS}
            onChange={(next) => cut({ separador: (next ?? ',') as Separador | typeof ANCHOS })}
          />
          <SelectInput<string>
            label="Codificación"
            data={CODIFICACIONES.map((one) => ({ value: one, label: CODIFICACION[one] }))}
            value={codificacion}
            onChange={(next) => cut({ codificacion: (next ?? 'auto') as Codificacion })}
          />
        </>
      )}
      <SelectInput<string>
        label="Fila de los títulos"
        data={[
          { value: '0', label: 'No tiene títulos' },
          ...rows.map(({ fila, celdas }) => ({
            value: String(fila),
            label: `${fila}: ${celdas.filter((celda) => celda !== '').join(' · ')}`.slice(0, 60),
          })),
        ]}
        value={encabezado === null ? '' : String(encabezado)}
        onChange={(next) => cut({ encabezado: Number(next ?? 0) })}
      />
    </>
  );
}

/** The first characters of columns as somebody writes them: '1, 11, 31'; undefined where they are none. */
function iniciosDe(text: string): number[] | undefined {
  const inicios = text
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map(Number);
  const ordered = inicios.every((one, n) => Number.isInteger(one) && one >= 1 && one > (inicios[n - 1] ?? 0));
  const few = inicios.length > 0 && inicios.length <= COLUMNAS_MAX;
  return ordered && few && (inicios.at(-1) ?? 0) <= ANCHO_MAX ? inicios : undefined;
}

/** Tens of a line's characters, to count by. */
const reglaDe = (length: number): string =>
  Array.from({ length: Math.ceil(length / 10) }, (_, n) => String((n + 1) * 10).padStart(10, '·')).join('');

/** Where columns of fixed widths begin, over the lines as they stand. */
export function Anchos({ leido: { renglones }, value, onCut }: CortarProps) {
  const { separador, codificacion, encabezado } = value;
  const shown = typeof separador === 'string' ? '' : separador.map(({ desde }) => desde).join(', ');
  const [text, setText] = useState(shown);
  const [fault, setFault] = useState('');
  const apply = () => {
    const inicios = iniciosDe(text);
    setFault(inicios ? '' : 'Escriba los lugares de menor a mayor, como 1, 11, 31');
    if (inicios && inicios.join(', ') !== shown) onCut({ separador: anchosDesde(inicios), codificacion, encabezado });
  };
  return (
    <div className={classes.widths}>
      <TextInput
        label="Dónde empieza cada columna"
        description="El lugar de su primera letra en el renglón, separados por comas"
        value={text}
        error={fault || undefined}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          // The form is not sent by it.
          event.preventDefault();
          apply();
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={classes.sample} tabIndex={0} aria-label="Renglones del archivo">
        <pre>{[reglaDe(renglones.reduce((max, { length }) => Math.max(max, length), 0)), ...renglones].join('\n')}</pre>
      </section>
    </div>
  );
}
