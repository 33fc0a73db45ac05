import { expect, test } from 'vitest';
import { letterDocument } from './letter-document.ts';

test('styles of elements become rules under the nonce', () => {
  const document = letterDocument('<p style="color:red">Uno</p><td class="x" style="padding:4px">Dos</td>', 'abc');
  expect(document).not.toContain(' style="');
  expect(document).toContain('<style nonce="abc">');
  expect(document).toContain('[data-e="0"]{color:red}[data-e="1"]{padding:4px}');
  expect(document).toContain('<p data-e="0">Uno</p><td class="x" data-e="1">Dos</td>');
});

test('a style cannot leave its rule or the tag', () => {
  const document = letterDocument('<p style="color:red}</style><b>{">Uno</p>', 'abc');
  expect(document).toContain('[data-e="0"]{color:red/styleb}');
});
