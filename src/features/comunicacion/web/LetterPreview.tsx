/** What a letter will look like: as it is written, or with the data of a lot. */
import { useEffect, useState } from 'react';
import { LoteField } from '#libro/web/LoteField.tsx';
import { idOrNew } from '#platform/codecs.ts';
import { call } from '#platform/web/api.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { z } from '#platform/zod.ts';
import { newsletterContract } from '../contract.ts';
import { letterHtml } from '../rules.ts';
import classes from './comunicacion.module.css';
import { Letter } from './Letter.tsx';

const PAUSE_MS = 400;
const schema = z.object({ lote: idOrNew });

export function LetterPreview({ html, subject }: { html: string; subject?: string }) {
  const form = useKitForm({ schema, initial: { lote: '' }, onSubmit: () => undefined });
  const lote = Number(form.values.lote) || 0;
  const [filled, setFilled] = useState<{ html: string; para: string[] } | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    setFault('');
    if (lote === 0) return setFilled(null);
    const abort = new AbortController();
    // Not at every letter that is typed.
    const timer = setTimeout(() => {
      call(newsletterContract.vistaPrevia, { body: { html, lote: { id: lote } }, signal: abort.signal }).then(
        (answer) => setFilled(answer),
        () => {
          if (!abort.signal.aborted) setFault('No se pudo llenar con los datos del lote. Intente de nuevo');
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [html, lote]);
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2>Vista previa</h2>
      <div className={classes.previewLote}>
        <LoteField form={form} name="lote" label="Con los datos de un lote" />
      </div>
      {fault ? (
        <p className={classes.error} role="alert">
          {fault}
        </p>
      ) : null}
      {subject === undefined ? null : <p className={classes.subject}>{subject.trim() || 'Sin título'}</p>}
      {filled ? (
        <p className={classes.subject}>
          Para: {filled.para.length > 0 ? filled.para.join(', ') : 'el asociado no tiene correo electrónico'}
        </p>
      ) : null}
      <Letter title="Vista previa del correo" html={filled?.html ?? letterHtml(html)} />
    </section>
  );
}
