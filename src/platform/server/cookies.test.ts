import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { cookiesOf } from './cookies.ts';

function cookies(cookie: string | undefined, protocol: string) {
  const sent: string[] = [];
  const request = { headers: { cookie }, protocol } as unknown as FastifyRequest;
  const reply = { header: (_name: string, value: string) => sent.push(value) } as unknown as FastifyReply;
  return { sent, ...cookiesOf(request, reply, '/api/v1') };
}

it.each([
  ['a=1; b=2', '2'],
  ['b = 2 ', '2'],
  ['ab=1;b=x=y', 'x=y'],
  ['b', ''],
  ['b=', ''],
  ['ab=1', undefined],
  ['', undefined],
  [undefined, undefined],
])('reads b of «%s»', (header, value) => {
  expect(cookies(header, 'http').read('b')).toBe(value);
});

it('is kept for the API alone, and where there is TLS goes over it alone', () => {
  for (const [protocol, end] of [
    ['http', ''],
    ['https', '; Secure'],
  ] as const) {
    const { sent, write } = cookies(undefined, protocol);
    write('b', '2', 60);
    expect(sent).toEqual([`b=2; Path=/api/v1; Max-Age=60; HttpOnly; SameSite=Strict${end}`]);
  }
});
