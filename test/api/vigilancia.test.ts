/** What an operator's alarms and dashboard name is what the server tells: no alarm waits for what never comes. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { appOfFile } from '../app.ts';

const app = await appOfFile();

const files = ['despliegue/alertas.prometheus.yml', 'despliegue/grafana.json'].map((path) =>
  readFileSync(path, 'utf8'),
);

it('every measure that is watched is one that /metrics gives', async () => {
  const { body } = await app.server.inject({ url: '/metrics', headers: { host: 'localhost' } });
  const given = new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
  const watched = files.flatMap((text) => [...text.matchAll(/porton_\w+/g)].map(([name]) => name));
  expect(new Set(watched).size).toBeGreaterThan(8);
  expect([...new Set(watched)].filter((name) => !given.has(name))).toEqual([]);
});

it('what the log warns of is counted by its name', async () => {
  const told = async () => {
    const { body } = await app.server.inject({ url: '/metrics', headers: { host: 'localhost' } });
    return Number(/^porton_events_total\{evento="prueba",nivel="error"\} (\d+)$/m.exec(body)?.[1] ?? 0);
  };
  expect(await told()).toBe(0);
  app.server.log.error({ evento: 'prueba' }, 'prueba');
  app.server.log.child({}).error({ evento: 'prueba' }, 'prueba');
  app.server.log.info({ evento: 'prueba' }, 'prueba');
  expect(await told()).toBe(2);
});

it('every event that is watched is one that the server writes down', () => {
  const sources = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const told = new Set(
    sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/evento: '([^']+)'/g)].map(([, name]) => name ?? ''),
    ),
  );
  const watched = files.flatMap((text) => [...text.matchAll(/evento=~?\\?"([^"\\]+)/g)].map(([, name]) => name ?? ''));
  expect(watched.length).toBeGreaterThan(5);
  for (const pattern of watched.flatMap((names) => names.split('|'))) {
    const all = new RegExp(`^(?:${pattern})$`);
    expect([pattern, [...told].some((name) => all.test(name))]).toEqual([pattern, true]);
  }
});
