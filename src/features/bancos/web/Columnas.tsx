/**
 * How a bank's file is read: known by itself, or by columns that somebody declares on a file of that bank, looking at its first
 * rows. What is proposed is changed where it is wrong, and kept with the account.
 */
import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { type ColumnasLeidas, estadosContract } from '../contract.ts';
import type { Columna, Disposicion } from '../lectura/disposicion.ts';
import { FORMAS_FECHA, FORMAS_NUMERO } from '../lectura/valores.ts';
import classes from './columnas.module.css';

const NOMBRES = {
  camt053: 'camt.053',
  mt940: 'MT940',
  bbva: 'BBVA',
  santander: 'Santander',
  banorte: 'Banorte',
  citibanamex: 'Citibanamex',
  columnas: 'columnas',
} as const;

const SHOWN = 8;

/** The row of the titles: the first that has what is declared, else the first with several texts. */
function titlesOf({ filas }: ColumnasLeidas, value: Disposicion | null): string[] {
  const named = typeof value?.fecha === 'string' ? value.fecha : undefined;
  const row =
    filas.find((celdas) => named !== undefined && celdas.includes(named)) ??
    filas.find((celdas) => celdas.filter((celda) => celda !== '').length >= 3);
  return (row ?? []).filter((celda, at, all) => celda !== '' && all.indexOf(celda) === at);
}

/** A first layout where the file's titles told nothing: whoever declares it names every column. */
const blank = (titles: readonly string[]): Disposicion => ({
  ...{ codificacion: 'auto', separador: ',', hoja: '', encabezado: null, rotuloCuenta: '', rotulos: [] },
  ...{ fecha: titles[0] ?? '', formaFecha: 'dd/mm/aaaa', formaNumero: '1,234.56', concepto: [titles[1] ?? ''] },
  importe: { forma: 'signo', columna: titles[2] ?? '' },
  ...{ ordenante: {}, beneficiario: {} },
});

interface Campo {
  label: string;
  optional?: boolean;
  get: (of: Disposicion) => Columna | undefined;
  set: (of: Disposicion, columna: Columna | undefined) => Disposicion;
}

const plain = (key: 'saldo' | 'referencia' | 'rastreo', label: string): Campo => ({
  label,
  optional: true,
  get: (of) => of[key],
  set: ({ [key]: _, ...of }, columna) => ({ ...of, ...(columna !== undefined && { [key]: columna }) }),
});
const payer = (key: 'nombre' | 'cuenta', label: string): Campo => ({
  label,
  optional: true,
  get: ({ ordenante }) => ordenante[key],
  set: (of, columna) => {
    const { [key]: _, ...rest } = of.ordenante;
    return { ...of, ordenante: { ...rest, ...(columna !== undefined && { [key]: columna }) } };
  },
});

const CAMPOS: readonly Campo[] = [
  { label: 'Fecha', get: ({ fecha }) => fecha, set: (of, columna) => ({ ...of, fecha: columna ?? '' }) },
  {
    label: 'Concepto',
    get: ({ concepto }) => concepto[0],
    set: (of, columna) => ({ ...of, concepto: [columna ?? '', ...of.concepto.slice(1)] }),
  },
  plain('referencia', 'Referencia'),
  plain('rastreo', 'Clave de rastreo'),
  plain('saldo', 'Saldo'),
  payer('nombre', 'Nombre de quien paga'),
  payer('cuenta', 'Cuenta de quien paga'),
];

const IMPORTES: readonly Campo[] = [
  {
    label: 'Abonos',
    get: ({ importe }) => (importe.forma === 'dos' ? importe.abono : importe.columna),
    set: (of, columna = '') => ({
      ...of,
      importe: of.importe.forma === 'dos' ? { ...of.importe, abono: columna } : { ...of.importe, columna },
    }),
  },
  {
    label: 'Cargos',
    get: ({ importe }) => (importe.forma === 'dos' ? importe.cargo : undefined),
    set: (of, columna = '') => ({
      ...of,
      importe: of.importe.forma === 'dos' ? { ...of.importe, cargo: columna } : of.importe,
    }),
  },
];

interface ColumnasProps {
  value: Disposicion | null;
  onChange: (value: Disposicion | null) => void;
}

function Declarar({ leido, value, onChange }: ColumnasProps & { leido: ColumnasLeidas; value: Disposicion }) {
  const titles = titlesOf(leido, value);
  const dos = value.importe.forma === 'dos';
  const campos = [...CAMPOS.slice(0, 2), ...(dos ? IMPORTES : IMPORTES.slice(0, 1)), ...CAMPOS.slice(2)];
  const forma = (next: 'signo' | 'dos') =>
    onChange({
      ...value,
      importe:
        next === 'dos'
          ? { forma: 'dos', abono: titles[2] ?? '', cargo: titles[3] ?? '', cargoNegativo: false }
          : { forma: 'signo', columna: titles[2] ?? '' },
    });
  return (
    <>
      <div className={classes.fields}>
        {campos.map(({ label, optional, get, set }) => (
          <SelectInput<string>
            key={label}
            label={label === 'Abonos' && !dos ? 'Importe' : label}
            data={titles.map((title) => ({ value: title, label: title }))}
            value={String(get(value) ?? '')}
            clearable={optional ?? false}
            onChange={(title) => onChange(set(value, title ?? undefined))}
          />
        ))}
        <SelectInput<string>
          label="Cómo escribe el importe"
          data={[
            { value: 'dos', label: 'Cargos y abonos en dos columnas' },
            { value: 'signo', label: 'Una columna con signo' },
            ...(value.importe.forma === 'sentido' ? [{ value: 'sentido', label: 'Otra columna dice cuál es' }] : []),
          ]}
          value={value.importe.forma}
          onChange={(next) => (next === 'dos' || next === 'signo' ? forma(next) : undefined)}
        />
        <SelectInput<string>
          label="Forma de la fecha"
          data={FORMAS_FECHA.map((one) => ({ value: one, label: one }))}
          value={value.formaFecha}
          onChange={(next) => onChange({ ...value, formaFecha: (next ?? 'dd/mm/aaaa') as Disposicion['formaFecha'] })}
        />
        <SelectInput<string>
          label="Forma de los números"
          data={FORMAS_NUMERO.map((one) => ({ value: one, label: one }))}
          value={value.formaNumero}
          onChange={(next) => onChange({ ...value, formaNumero: (next ?? '1,234.56') as Disposicion['formaNumero'] })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={classes.sample} tabIndex={0} aria-label="Primeras filas del archivo">
        <table>
          <tbody>
            {leido.filas.slice(0, SHOWN).map((celdas, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
              <tr key={n}>
                {celdas.map((celda, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor have its cells
                  <td key={at}>{celda}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

export function Columnas({ value, onChange }: ColumnasProps) {
  const [leido, setLeido] = useState<ColumnasLeidas>();
  const reset = useRef<() => void>(null);
  const read = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    try {
      const found = await withBusy(() => call(estadosContract.columns, { body: { file } }));
      setLeido(found);
      onChange(found.formato === 'columnas' ? (found.disposicion ?? blank(titlesOf(found, null))) : null);
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
  };
  return (
    <fieldset className={classes.box}>
      <legend>Archivos del banco</legend>
      <p>
        Los de BBVA, Santander, Banorte y Citibanamex, y los estándares camt.053 y MT940, se leen solos. Con un archivo
        de otro banco, diga cuál de sus columnas es cuál.
      </p>
      <div className={classes.pick}>
        <FileButton resetRef={reset} accept=".csv,.txt,.xlsx,.xml,.sta,.940" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default">
              Probar con un archivo
            </Button>
          )}
        </FileButton>
        {value === null ? (
          <span>Columnas: las que se conocen</span>
        ) : (
          <>
            <span>Columnas: declaradas</span>
            <Button variant="subtle" onClick={() => onChange(null)}>
              Quitarlas
            </Button>
          </>
        )}
      </div>
      {leido && leido.formato !== 'columnas' ? (
        <Notice>
          Es un archivo de {NOMBRES[leido.formato]} y se lee solo
          {leido.porConfirmar ? '. Su forma está por confirmar: revise la vista previa antes de guardarlo' : ''}.
        </Notice>
      ) : null}
      {leido && value ? <Declarar leido={leido} value={value} onChange={onChange} /> : null}
    </fieldset>
  );
}
