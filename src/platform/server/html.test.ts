import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes what is put in, and leaves alone what is HTML already', () => {
  const name = '<b>"Ana" & \'Eva\'</b>';
  expect(html`<p title="${name}">${html`<i>${1}</i>`}${[undefined, null, false, ' y ', html`<br>`]}</p>`.text).toBe(
    '<p title="&lt;b&gt;&quot;Ana&quot; &amp; &#39;Eva&#39;&lt;/b&gt;"><i>1</i> y <br></p>',
  );
});

it('lets no text begin a tag, end an attribute or become an entity', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(html`${text}`.text.replaceAll(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(/[<>"'&]/);
    }),
  );
});
