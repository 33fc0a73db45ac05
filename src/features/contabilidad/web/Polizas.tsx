/** The entries of a period, what they leave out, and their files. */
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { download } from '#platform/web/api.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice, Skeletons } from '#platform/web/kit/page.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import { type DiarioDe, type PolizaDe, polizasContract } from '../contract.ts';
import { POLIZAS } from '../listings.ts';
import type { Agrupado, Pedido } from '../rules.ts';
import classes from './contabilidad.module.css';
import { CONTABILIDAD, PEDIDO, POLIZA, pedidoDe, searchOf } from './state.ts';

const POR = [
  { value: 'dia' as const, label: 'Una por día y tipo' },
  { value: 'mes' as const, label: 'Una por mes y tipo' },
];

/** What a phone shows of one. */
const CARDS = ['concepto', 'debe'];

const usePolizas = (pedido: Pedido) => useCall(polizasContract.polizas, { query: pedido }, { keepPrevious: true });

/** What keeps the files from being made; undefined while it is not known. */
const impedimento = (data: DiarioDe | undefined): string | undefined => {
  if (!data) return 'Se están haciendo las pólizas';
  if (data.faltan.length > 0) return 'Faltan cuentas contables: asígnelas primero';
  return data.polizas.length === 0 ? 'En esas fechas no hay movimientos' : undefined;
};

export function Descargas() {
  const [state] = useUrlState(PEDIDO);
  const query = pedidoDe(state);
  const { data, isPlaceholderData } = usePolizas(query);
  const off = impedimento(isPlaceholderData ? undefined : data);
  const text = () =>
    attempt(
      () => download(polizasContract.contpaqi, { query }),
      'No se ha podido descargar el archivo. Intente otra vez',
    );
  return (
    <>
      <ExcelButton disabled={off !== undefined} download={() => download(polizasContract.excel, { query })} />
      <Button
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden="true" />}
        disabled={off !== undefined}
        title={off}
        onClick={() => void text()}
      >
        Descargar para CONTPAQi
      </Button>
    </>
  );
}

/** Where an entry is read line by line. */
const placeOf = (pedido: Pedido, { fecha, tipo }: PolizaDe) => `${POLIZA}?${searchOf({ ...pedido, fecha, tipo })}`;

const columnsFor = (pedido: Pedido) =>
  drawn(POLIZAS.screen, {
    concepto: (row) => <KitLink to={placeOf(pedido, row)}>{row.concepto}</KitLink>,
  });

function Faltan({ faltan }: Pick<DiarioDe, 'faltan'>) {
  if (faltan.length === 0) return null;
  return (
    <div className={classes.missing} role="alert">
      <p>
        <b>Falta decir a qué cuenta van estos movimientos.</b> Las pólizas no se entregan sin ellos.{' '}
        <KitLink to={`${CONTABILIDAD}?vista=cuentas`}>Asignar en Cuentas y equivalencias</KitLink>
      </p>
      <ul>
        {faltan.map(({ clave, grupo, nombre, movimientos, monto }) => (
          <li key={clave}>
            {grupo}: {nombre} · {formatNumber(movimientos)} {movimientos === 1 ? 'movimiento' : 'movimientos'} por{' '}
            {formatMoney(monto)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SinClasificar({
  sinClasificar: { salidas, monto },
  pedido: { desde, hasta },
}: Pick<DiarioDe, 'sinClasificar'> & { pedido: Pick<ReturnType<typeof pedidoDe>, 'desde' | 'hasta'> }) {
  if (salidas === 0) return null;
  return (
    <Notice>
      {salidas === 1 ? 'Una salida del banco' : `${formatNumber(salidas)} salidas del banco`} por {formatMoney(monto)}{' '}
      {salidas === 1 ? 'está sin clasificar y no está' : 'están sin clasificar y no están'} en las pólizas.{' '}
      <KitLink to={`/reportes/egresos?situacion=sin_clasificar&desde=${desde}&hasta=${hasta}`}>Ver egresos</KitLink>
    </Notice>
  );
}

export function Polizas() {
  const [state, setUrl] = useUrlState(PEDIDO);
  const pedido = pedidoDe(state);
  const found = usePolizas(pedido);
  const { data } = found;
  return (
    <div className={classes.stack}>
      <FilterRow>
        <DateInput label="Desde" value={pedido.desde} onChange={(desde) => setUrl({ desde })} />
        <DateInput label="Hasta" value={pedido.hasta} onChange={(hasta) => setUrl({ hasta })} />
        <SelectInput<Agrupado>
          label="Pólizas"
          data={POR}
          value={pedido.por}
          onChange={(por) => setUrl({ por: por ?? 'dia' })}
        />
      </FilterRow>
      {/* What stands over the entries comes with them: nothing is pushed down. */}
      {found.isPending ? (
        <Skeletons lines={12} />
      ) : (
        <>
          {data ? <Faltan faltan={data.faltan} /> : null}
          {data ? <SinClasificar sinClasificar={data.sinClasificar} pedido={pedido} /> : null}
          <DataTable
            caption="Pólizas"
            columns={columnsFor(pedido)}
            found={found}
            {...(found.error && { error: found.error.message })}
            rows={data?.polizas}
            rowKey={({ fecha, tipo }) => `${fecha} ${tipo}`}
            urlKey
            cards={CARDS}
            emptyText="En esas fechas no hay movimientos"
            emptyHint="Elija otras"
          />
          <p className="kit-quiet">
            El archivo de CONTPAQi sigue el formato de texto que se conoce públicamente y está <b>por confirmar</b> con
            su versión: impórtelo primero en una empresa de prueba. Las cuentas van sin guiones ni puntos, y cada
            factura se asocia por su folio fiscal.
          </p>
        </>
      )}
    </div>
  );
}
