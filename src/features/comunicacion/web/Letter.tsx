import { styleNonce } from '#platform/web/identity.ts';
import classes from './comunicacion.module.css';
import { letterDocument } from './letter-document.ts';

/** A letter as it will be read. The sandbox lets nothing of it run, open a page or send a form. */
export function Letter({ html, title }: { html: string; title: string }) {
  return <iframe className={classes.letter} title={title} sandbox="" srcDoc={letterDocument(html, styleNonce())} />;
}
