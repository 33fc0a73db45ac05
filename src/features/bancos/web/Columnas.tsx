/**
 * How a bank's file is read: known by itself, or by columns that somebody declares on a file of that bank, looking at its first
 * rows. What is proposed is changed where it is wrong, and kept with the account.
 */

import { Button, FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { FORMAS_FECHA, FORMAS_NUMERO } from '#core/valores.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import type { Columna } from '#platform/tabla.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { SampleRows } from '#platform/web/kit/form/SampleRows.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatFecha, formatMoney, formatNumber } from '#ui/format.ts';
import { type ColumnasLeidas, estadosContract } from '../contract.ts';
import type { CortePedido, Disposicion } from '../lectura/disposicion.ts';
import { Anchos, Cortar, type CortarProps } from './Cortar.tsx';
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
interface Option {
  value: string;
  label: string;
}

/** The columns that may be chosen: by their titles, or by their numbers where there are none. */
function columnsOf({ filas }: ColumnasLeidas, { encabezado, fecha }: Disposicion): Option[] {
  if (encabezado === 0) {
    const width = Math.max(0, ...filas.map(({ celdas }) => celdas.length));
    const said = (at: number) => filas.map(({ celdas }) => celdas[at] ?? '').find((celda) => celda !== '') ?? '';
    return Array.from({ length: width }, (_, at) => ({
      value: String(at + 1),
      label: `Columna ${at + 1}: ${said(at)}`.slice(0, 40),
    }));
  }
  const row =
    filas.find(({ fila, celdas }) => (encabezado === null ? celdas.includes(String(fecha)) : fila === encabezado)) ??
    filas[0];
  const titles = (row?.celdas ?? []).filter((celda, at, all) => celda !== '' && all.indexOf(celda) === at);
  return titles.map((title) => ({ value: title, label: title }));
}

/** A first layout where nothing in the file tells one: whoever declares it names every column. */
function blank({ corte, filas }: ColumnasLeidas): Disposicion {
  const { codificacion = 'auto', separador = ',', hoja = '', encabezado } = corte;
  // Titles are words: a row with a date or an amount is the bank's first line.
  const titles = filas.find(({ celdas }) => {
    const said = celdas.filter((celda) => celda !== '');
    return said.length >= 3 && said.every((celda) => !/^[-+$]?\d/.test(celda));
  });
  return {
    ...{ codificacion, separador, hoja, encabezado: encabezado ?? titles?.fila ?? 0, rotuloCuenta: '', rotulos: [] },
    ...{ fecha: '', formaFecha: 'dd/mm/aaaa', formaNumero: '1,234.56', concepto: [''] },
    importe: { forma: 'signo', columna: '' },
    ...{ ordenante: {}, beneficiario: {} },
  };
}

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

/** The column that says which way an amount went. */
const SENTIDO: Campo = {
  label: 'Cargo o abono',
  get: ({ importe }) => (importe.forma === 'sentido' ? importe.sentido : undefined),
  set: (of, columna = '') => ({
    ...of,
    importe: of.importe.forma === 'sentido' ? { ...of.importe, sentido: columna } : of.importe,
  }),
};

interface DeclararProps extends CortarProps {
  onChange: (value: Disposicion) => void;
}

const FORMAS_IMPORTE = [
  { value: 'dos', label: 'Cargos y abonos en dos columnas' },
  { value: 'signo', label: 'Una columna con signo' },
  { value: 'sentido', label: 'Otra columna dice cuál es' },
] as const;
type FormaImporte = (typeof FORMAS_IMPORTE)[number]['value'];

/** The same columns in another form of amounts, as far as they serve. */
function conForma(importe: Disposicion['importe'], forma: FormaImporte): Disposicion['importe'] {
  if (forma === importe.forma) return importe;
  const columna = importe.forma === 'dos' ? '' : importe.columna;
  if (forma === 'dos') return { forma, abono: '', cargo: '', cargoNegativo: false };
  return forma === 'signo' ? { forma, columna } : { forma, columna, sentido: '', cargo: '', abono: '' };
}

/** What a column says in the rows that are shown, once each. */
function wordsOf({ filas }: ColumnasLeidas, { encabezado }: Disposicion, columna: Columna): string[] {
  const titles = filas.find(({ celdas, fila }) =>
    encabezado === null ? celdas.includes(String(columna)) : fila === encabezado,
  );
  const at = typeof columna === 'number' ? columna - 1 : (titles?.celdas.indexOf(columna) ?? -1);
  const below = filas.filter(({ fila }) => fila > (titles?.fila ?? 0)).map(({ celdas }) => celdas[at] ?? '');
  return [...new Set(below)].filter((word) => word !== '' && word.length <= 40);
}

/** What a column that tells the direction calls either of them; of one that is not in sight the usual words. */
const USUALES = ['C', 'A', 'D', 'H', '+', '-', 'Cargo', 'Abono'];

function Palabras({ leido, value, onChange }: Omit<DeclararProps, 'onCut'>) {
  const { importe } = value;
  if (importe.forma !== 'sentido') return null;
  const seen = importe.sentido === '' ? [] : wordsOf(leido, value, importe.sentido);
  return (['cargo', 'abono'] as const).map((which) => (
    <SelectInput<string>
      key={which}
      label={which === 'cargo' ? 'Cómo dice lo que sale' : 'Cómo dice lo que entra'}
      data={[...new Set([...seen, ...USUALES, importe[which]])]
        .filter((word) => word !== '')
        .map((word) => ({ value: word, label: word }))}
      value={importe[which]}
      onChange={(word) => onChange({ ...value, importe: { ...importe, [which]: word ?? '' } })}
    />
  ));
}

/** Which columns tell the amount. */
function importesDe({ importe }: Disposicion): readonly Campo[] {
  if (importe.forma === 'dos') return IMPORTES;
  const [monto] = IMPORTES;
  return [...(monto ? [{ ...monto, label: 'Importe' }] : []), ...(importe.forma === 'sentido' ? [SENTIDO] : [])];
}

/** Which column is which, and how dates and amounts are written. */
function Declarar({ leido, value, onChange, onCut }: DeclararProps) {
  const columns = columnsOf(leido, value);
  const campos = [...CAMPOS.slice(0, 2), ...importesDe(value), ...CAMPOS.slice(2)];
  const named = (column: string | null): Columna | undefined =>
    column === null ? undefined : value.encabezado === 0 ? Number(column) : column;
  const { separador } = value;
  return (
    <>
      {typeof separador === 'string' ? null : <Anchos key={JSON.stringify(separador)} {...{ leido, value, onCut }} />}
      <div className={classes.fields}>
        <Cortar {...{ leido, value, onCut }} />
        {campos.map(({ label, optional, get, set }) => (
          <SelectInput<string>
            key={label}
            label={label}
            data={columns}
            value={String(get(value) ?? '')}
            clearable={optional ?? false}
            onChange={(column) => onChange(set(value, named(column)))}
          />
        ))}
        <SelectInput<string>
          label="Cómo escribe el importe"
          data={[...FORMAS_IMPORTE]}
          value={value.importe.forma}
          onChange={(next) => onChange({ ...value, importe: conForma(value.importe, next as FormaImporte) })}
        />
        <Palabras {...{ leido, value, onChange }} />
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
    </>
  );
}

/** What is read by it, as it would be taken; where it cannot be read the reason, and the file's own rows. */
function Lectura({ leido }: { leido: ColumnasLeidas }) {
  const { prueba, filas } = leido;
  const reads = prueba !== null && prueba.fallas.length === 0;
  const label = reads ? 'Lo que se lee' : 'Primeras filas del archivo';
  const rows = reads
    ? [
        ['Fecha', 'Concepto', 'Referencia', 'Quien paga', 'Importe', 'Saldo'],
        ...prueba.lineas.map(({ fecha, concepto, referencia, pagador, importe, saldo }) => [
          ...[formatFecha(fecha), concepto, referencia, pagador, formatMoney(importe)],
          saldo === null ? '' : formatMoney(saldo),
        ]),
      ]
    : filas.slice(0, SHOWN).map(({ celdas }) => celdas);
  return (
    <>
      {prueba?.fallas.map((falla) => (
        <Notice key={falla}>{falla}</Notice>
      ))}
      {reads ? <p>Así se leerían sus {formatNumber(prueba.total)} movimientos:</p> : <p>Primeras filas del archivo:</p>}
      <SampleRows label={label} rows={rows} />
    </>
  );
}

interface ColumnasProps {
  value: Disposicion | null;
  onChange: (value: Disposicion | null) => void;
  /** Why what is declared does not read the file that it is declared on; '' where it does. */
  onFault: (message: string) => void;
}

const UNREAD = 'Con estas columnas el archivo no se lee. Corríjalas, o quítelas';

/** Reads a file as it is declared by now; what is answered of an earlier declaration is let go. */
function useTrying({ onChange, onFault }: Omit<ColumnasProps, 'value'>) {
  const [tried, setTried] = useState<{ file: File; leido: ColumnasLeidas }>();
  const latest = useRef(0);
  const ask = async (file: File, como: { corte?: CortePedido; disposicion?: Disposicion } | undefined) => {
    latest.current += 1;
    const asked = latest.current;
    try {
      const query = { declarado: como === undefined ? '' : JSON.stringify(como) };
      const found = await withBusy(() => call(estadosContract.columns, { query, body: { file } }));
      if (asked !== latest.current) return;
      setTried({ file, leido: found });
      const own = found.formato === 'columnas';
      if (!como?.disposicion) onChange(own ? (found.disposicion ?? blank(found)) : null);
      onFault(own && found.prueba?.fallas.length !== 0 ? UNREAD : '');
    } catch (error) {
      if (asked === latest.current) toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
  };
  const forget = () => {
    latest.current += 1;
    setTried(undefined);
    onFault('');
    onChange(null);
  };
  return { tried, ask, forget };
}

export function Columnas({ value, onChange, onFault }: ColumnasProps) {
  const { tried, ask, forget } = useTrying({ onChange, onFault });
  const reset = useRef<() => void>(null);
  const read = (file: File | null) => {
    reset.current?.();
    if (file) void ask(file, undefined);
  };
  const leido = tried?.leido;
  return (
    <fieldset className={classes.box}>
      <legend>Archivos del banco</legend>
      <p>
        Los de BBVA, Santander, Banorte y Citibanamex, y los estándares camt.053 y MT940, se leen solos. Con un archivo
        de otro banco, diga cuál de sus columnas es cuál.
      </p>
      <div className={classes.pick}>
        <FileButton resetRef={reset} accept=".csv,.txt,.xlsx,.xml,.sta,.940" onChange={read}>
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
            <Button variant="subtle" onClick={forget}>
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
      {tried && leido && value ? (
        <>
          <Declarar
            {...{ leido, value }}
            onChange={(next) => {
              onChange(next);
              void ask(tried.file, { disposicion: next });
            }}
            onCut={(corte) => void ask(tried.file, { corte })}
          />
          <Lectura leido={leido} />
        </>
      ) : null}
    </fieldset>
  );
}
