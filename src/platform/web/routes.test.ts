import { describe, expect, it } from 'vitest';
import { screen } from '../screen.ts';
import { routesOf } from './routes.ts';

const load = async () => ({ default: () => null });
const screens = ['/', '/lote/{id}', '/lote/nuevo', '/lote/{id}/nota/{nota}', '/reportes'].map((path) =>
  screen({ path, title: path, roles: path === '/reportes' ? 'A' : 'ABH', load }),
);
const find = routesOf({ screens, accessHome: '/admin/accesos' });
const opened = (pathname: string, role: string | null = 'ROLE_DIRECTOR') => {
  const found = find(pathname, role);
  return found.is === 'screen' ? [found.screen.path, found.params] : found;
};

describe('an address', () => {
  it.each([
    ['/', ['/', {}]],
    ['/lote/7', ['/lote/{id}', { id: '7' }]],
    ['/lote/7/', ['/lote/{id}', { id: '7' }]],
    ['/Lote/7', ['/lote/{id}', { id: '7' }]],
    ['/lote/nuevo', ['/lote/nuevo', {}]],
    ['/lote/M01%2FL02/nota/%C3%B1', ['/lote/{id}/nota/{nota}', { id: 'M01/L02', nota: 'ñ' }]],
    ['/lote//nota/1', { is: 'missing' }],
    ['/lote/%E0%A4%A', { is: 'missing' }],
    ['/lote/__proto__', ['/lote/{id}', { id: '__proto__' }]],
    ['/nada', { is: 'missing' }],
    ['/sign-in', { is: 'sign-in' }],
  ])('%s opens what it names', (pathname, found) => {
    expect(opened(pathname)).toEqual(found);
  });

  it('is another to who may not, and to nobody', () => {
    expect(opened('/reportes', 'ROLE_ADMINISTRADOR')).toEqual({ is: 'missing' });
    expect(opened('/reportes')).toEqual(['/reportes', {}]);
    expect(opened('/nada', null)).toEqual({ is: 'redirect', to: '/sign-in' });
    expect(opened('/', 'ROLE_SEGURIDAD')).toEqual({ is: 'redirect', to: '/admin/accesos' });
  });
});
