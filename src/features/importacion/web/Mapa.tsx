/**
 * Which column of another system's workbook is which. What was found is proposed, or is as it was kept of an earlier book alike;
 * each part fills one list of ours from one sheet of theirs.
 */
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { comparable } from '#core/text.ts';
import type { Columna } from '#platform/tabla.ts';
import { SampleRows } from '#platform/web/kit/form/SampleRows.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Notice, Panel } from '#platform/web/kit/page.tsx';
import type { LibroVisto } from '../contract.ts';
import { CONTADOS, type LayoutColumn } from '../layout.ts';
import { camposDe, DESTINOS, type Mapa, type Palabra, type Parte, porDecir } from '../mapa.ts';
import { columnaEn } from '../proponer.ts';
import classes from './importacion.module.css';

type Hoja = LibroVisto['hojas'][number];

/** Stands among the columns for what is the same in every row. */
const FIJO = 'fijo:';
const SHOWN = 10;

const keyOf = (columna: Columna | undefined): string => (columna === undefined ? '' : `${typeof columna}:${columna}`);

interface Option {
  value: string;
  label: string;
  columna: Columna;
}

function columnasDe(hoja: Hoja | undefined, encabezado: number): Option[] {
  const titulos = hoja?.filas.find(({ fila }) => fila === encabezado)?.celdas ?? [];
  const width = Math.max(titulos.length, ...(hoja?.filas ?? []).map(({ celdas }) => celdas.length));
  return Array.from({ length: width }, (_, at) => {
    const columna = columnaEn(titulos, at);
    return { columna, value: keyOf(columna), label: typeof columna === 'number' ? `Columna ${columna}` : columna };
  });
}

interface CampoProps {
  campo: LayoutColumn;
  parte: Parte;
  options: readonly Option[];
  falta: boolean;
  onChange: (parte: Parte) => void;
}

/** One column of ours: which of theirs it is, or what it is in every row. */
function Campo({ campo: { key, header, kind }, parte, options, falta, onChange }: CampoProps) {
  const fijo = parte.fijos[key];
  const choose = (value: string | null) => {
    const { [key]: _, ...columnas } = parte.columnas;
    const { [key]: __, ...fijos } = parte.fijos;
    const found = options.find((option) => option.value === value);
    if (value === FIJO) onChange({ ...parte, columnas, fijos: { ...fijos, [key]: '' } });
    else onChange({ ...parte, columnas: { ...columnas, ...(found && { [key]: found.columna }) }, fijos });
  };
  const fix = (value: string) => onChange({ ...parte, fijos: { ...parte.fijos, [key]: value } });
  const label = `${header}: lo mismo en todos`;
  return (
    <div className={classes.field}>
      <SelectInput<string>
        label={header}
        data={[...options, { value: FIJO, label: 'Lo mismo en todos…' }]}
        value={fijo === undefined ? keyOf(parte.columnas[key]) || null : FIJO}
        clearable
        placeholder={falta ? 'Falta decirla' : 'No la trae'}
        error={falta ? 'Elija una columna, o lo que vale en todos' : undefined}
        onChange={choose}
      />
      {fijo === undefined ? null : Array.isArray(kind) ? (
        <SelectInput<string>
          aria-label={label}
          data={(kind as readonly string[]).map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          value={fijo || null}
          onChange={(value) => fix(value ?? '')}
        />
      ) : (
        <TextInput
          aria-label={label}
          value={fijo}
          onChange={(event) => fix(event.currentTarget.value)}
          maxLength={200}
        />
      )}
    </div>
  );
}

interface PalabrasProps {
  partes: readonly Parte[];
  hojas: readonly Hoja[];
  value: readonly Palabra[];
  onChange: (value: Palabra[]) => void;
}

interface Dicha extends Pick<Palabra, 'campo' | 'de'> {
  header: string;
  opciones: readonly string[];
}

/** Their words in columns that have ours, each once; the title's own is none. */
function dichasDe(partes: readonly Parte[], hojas: readonly Hoja[]): Dicha[] {
  const found = new Map<string, Dicha>();
  for (const parte of partes) {
    const hoja = hojas.find(({ nombre }) => nombre === parte.hoja);
    const sheet = DESTINOS.find(({ name }) => name === parte.destino);
    const options = columnasDe(hoja, parte.encabezado);
    for (const { key, header, kind } of sheet ? camposDe(sheet) : []) {
      const at = options.findIndex(({ value }) => value === keyOf(parte.columnas[key]));
      if (at < 0 || !Array.isArray(kind)) continue;
      for (const de of hoja?.valores[at] ?? []) {
        const ours = (kind as readonly string[]).some((one) => one === comparable(de).replaceAll(' ', '_'));
        if (ours || de === options[at]?.label) continue;
        found.set(`${key} ${comparable(de)}`, { campo: key, de, header, opciones: kind });
      }
    }
  }
  return [...found.values()];
}

const FUERA = 'fuera:';

function Palabras({ partes, hojas, value, onChange }: PalabrasProps) {
  const dichas = dichasDe(partes, hojas);
  if (dichas.length === 0) return null;
  const same = (a: Pick<Palabra, 'campo' | 'de'>, b: Pick<Palabra, 'campo' | 'de'>) =>
    a.campo === b.campo && comparable(a.de) === comparable(b.de);
  const choose = ({ campo, de }: Dicha, a: string | null) => {
    const others = value.filter((one) => !same(one, { campo, de }));
    onChange(a === null ? others : [...others, { campo, de, a: a === FUERA ? '' : a }]);
  };
  return (
    <Panel title="Palabras del otro sistema">
      <div className={classes.fields}>
        {dichas.map((dicha) => {
          const chosen = value.find((one) => same(one, dicha));
          return (
            <SelectInput<string>
              key={`${dicha.campo} ${dicha.de}`}
              label={`${dicha.header} «${dicha.de}»`}
              data={[
                ...dicha.opciones.map((one) => ({ value: one, label: one.replaceAll('_', ' ') })),
                { value: FUERA, label: 'No traer esos renglones' },
              ]}
              value={chosen ? chosen.a || FUERA : null}
              clearable
              placeholder="Diga qué es"
              onChange={(a) => choose(dicha, a)}
            />
          );
        })}
      </div>
    </Panel>
  );
}

interface ParteProps {
  parte: Parte;
  hojas: readonly Hoja[];
  onChange: (parte: Parte) => void;
  onRemove: () => void;
}

function ParteFields({ parte, hojas, onChange, onRemove }: ParteProps) {
  const hoja = hojas.find(({ nombre }) => nombre === parte.hoja);
  const sheet = DESTINOS.find(({ name }) => name === parte.destino);
  const options = columnasDe(hoja, parte.encabezado);
  const faltan = new Set(porDecir(parte).map(({ key }) => key));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const campos = sheet ? camposDe(sheet) : [];
  const told = ({ key, required }: LayoutColumn) =>
    required || opened.includes(key) || parte.columnas[key] !== undefined || parte.fijos[key] !== undefined;
  const untold = campos.filter((campo) => !told(campo));
  const titled = (hoja?.filas ?? []).filter(({ celdas }) => celdas.some((celda) => celda !== '')).slice(0, 20);
  return (
    <fieldset className={classes.part}>
      <legend>
        {parte.destino}, de la hoja «{parte.hoja}»
      </legend>
      <div className={classes.fields}>
        <SelectInput<string>
          label="Hoja"
          data={hojas.map(({ nombre }) => ({ value: nombre, label: nombre }))}
          value={parte.hoja}
          onChange={(next) => onChange({ ...parte, hoja: next ?? '', columnas: {} })}
        />
        <SelectInput<string>
          label="Fila de los títulos"
          data={titled.map(({ fila, celdas }) => ({
            value: String(fila),
            label: `${fila}: ${celdas.filter((celda) => celda !== '').join(' · ')}`.slice(0, 60),
          }))}
          value={String(parte.encabezado)}
          onChange={(next) => onChange({ ...parte, encabezado: Number(next ?? 1), columnas: {} })}
        />
        {campos.filter(told).map((campo) => (
          <Campo key={campo.key} {...{ campo, parte, options, onChange }} falta={faltan.has(campo.key)} />
        ))}
        {untold.length > 0 ? (
          <SelectInput<string>
            label="Otra columna"
            placeholder="Elija cuál trae"
            data={untold.map(({ key, header }) => ({ value: key, label: header }))}
            value={null}
            onChange={(key) => setOpened([...opened, ...(key === null ? [] : [key])])}
          />
        ) : null}
      </div>
      <div className={classes.partActs}>
        <Checkbox
          label="La referencia sólo está en el primer renglón de cada lote"
          checked={parte.agrupado}
          onChange={(event) => onChange({ ...parte, agrupado: event.currentTarget.checked })}
        />
        <Button variant="subtle" color="red" onClick={onRemove}>
          Quitar «{parte.destino}» de «{parte.hoja}»
        </Button>
      </div>
    </fieldset>
  );
}

interface MapaFieldsProps {
  libro: LibroVisto;
  value: Mapa;
  onChange: (value: Mapa) => void;
  /** What is done with it. */
  act: string;
  onAct: () => void;
}

export function MapaFields({ libro: { hojas, mapaId }, value, onChange, act, onAct }: MapaFieldsProps) {
  const { partes } = value;
  const incomplete = partes.length === 0 || partes.some((parte) => porDecir(parte).length > 0);
  const set = (at: number, parte: Parte) => onChange({ ...value, partes: partes.with(at, parte) });
  const add = (destino: string | null) => {
    const [first] = hojas;
    if (destino === null || !first) return;
    const { hoja, encabezado } = partes.at(-1) ?? { hoja: first.nombre, encabezado: first.filas[0]?.fila ?? 1 };
    const added: Parte = { destino, hoja, encabezado, columnas: {}, fijos: {}, agrupado: false };
    onChange({ ...value, partes: [...partes, added] });
  };
  return (
    <>
      <Panel
        title="Qué trae el libro"
        actions={
          <Button disabled={incomplete} onClick={onAct}>
            {act}
          </Button>
        }
      >
        <Notice>
          {mapaId === null
            ? 'No es la plantilla: esto es lo que se encontró por los títulos y por lo que hay debajo. Corrija lo que no sea así; el siguiente libro igual se leerá de la misma manera.'
            : 'Se lee como el último libro igual. Si algo cambió, corríjalo.'}
          {incomplete ? ' Falta decir lo que está en rojo.' : ''}
        </Notice>
        <div className={classes.parts}>
          {partes.map((parte, at) => (
            <ParteFields
              // biome-ignore lint/suspicious/noArrayIndexKey: parts may be alike, and stay in their order
              key={at}
              {...{ parte, hojas }}
              onChange={(next) => set(at, next)}
              onRemove={() => onChange({ ...value, partes: partes.toSpliced(at, 1) })}
            />
          ))}
          <div className={classes.add}>
            <SelectInput<string>
              label="Traer también"
              placeholder="Elija qué"
              data={DESTINOS.map(({ name }) => ({ value: name, label: CONTADOS[name] ?? name }))}
              value={null}
              onChange={add}
            />
          </div>
        </div>
      </Panel>
      <Panel title="Primeras filas">
        <div className={classes.parts}>
          {hojas
            .filter(({ nombre }) => partes.some(({ hoja }) => hoja === nombre))
            .map(({ nombre, filas }) => (
              <SampleRows
                key={nombre}
                label={`Hoja «${nombre}»`}
                rows={filas.slice(0, SHOWN).map(({ fila, celdas }) => [String(fila), ...celdas])}
              />
            ))}
        </div>
      </Panel>
      <Palabras
        {...{ partes, hojas }}
        value={value.palabras}
        onChange={(palabras) => onChange({ ...value, palabras })}
      />
    </>
  );
}
