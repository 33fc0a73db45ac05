/** The certificate of no debt within a sale: the one that is valid, one that may be issued, or what keeps it from that. */
import { Button } from '@mantine/core';
import { PagarTodo } from '#libro/web/OtrosAdeudos.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { formatFecha } from '#ui/format.ts';
import type { Preparacion } from '../contract.ts';
import { refusalOfNoAdeudo } from '../rules.ts';
import { ExpedirButton, savePdf } from './constancias.tsx';
import classes from './propietarios.module.css';

export function Constancia({ p }: { p: Preparacion }) {
  const { constancia, header } = p;
  const impedimento = refusalOfNoAdeudo(p) ?? '';
  return (
    <Panel title="2. Constancia de no adeudo">
      {constancia ? (
        <>
          <p className={classes.note}>
            La {constancia.folio} se expidió el {formatFecha(constancia.fecha)} a {constancia.asociado} y vale hasta el{' '}
            {formatFecha(constancia.vence)}.
          </p>
          <Button size="xs" variant="default" onClick={() => void savePdf(constancia)}>
            Descargar {constancia.folio}
          </Button>
        </>
      ) : (
        <>
          <p className={classes.note}>
            {impedimento === ''
              ? 'El lote no debe nada: se puede expedir. No es obligatoria para la venta.'
              : `${impedimento}.`}{' '}
            {impedimento === '' ? null : <PagarTodo loteId={header.id_lote} />}
          </p>
          <ExpedirButton loteId={header.id_lote} impedimento={impedimento} label="Expedir constancia" />
        </>
      )}
    </Panel>
  );
}
