import { expect, it } from 'vitest';
import { DEVICE, type Guard, LINK, PUBLIC, passes, RESIDENT, ROLES, rolesOf, SIGNED_IN } from './roles.ts';

it('names who passes, by letters in their order', () => {
  expect(rolesOf('AC')).toEqual(['ROLE_SUPERADMINISTRADOR', 'ROLE_DIRECTOR', 'ROLE_PAGOS_COBRANZA']);
  // H is the first of A's: nobody is told twice.
  expect(rolesOf('AH')).toEqual(rolesOf('A'));
  expect(rolesOf(SIGNED_IN)).toHaveLength(ROLES.length);
  expect([PUBLIC, DEVICE, LINK, RESIDENT].map((guard) => rolesOf(guard as Guard))).toEqual([[], [], [], []]);
  expect(ROLES.flatMap(({ name }) => [passes(LINK, name), passes(RESIDENT, name)])).not.toContain(true);
  expect([passes('BC', 'ROLE_PAGOS_COBRANZA'), passes('BC', 'ROLE_DIRECTOR'), passes(DEVICE, '')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('does not compile with a letter that means nobody, twice, or out of its order', () => {
  // @ts-expect-error
  const unknown: Guard = 'AZ';
  // @ts-expect-error
  const twice: Guard = 'AAB';
  // @ts-expect-error
  const order: Guard = 'BA';
  // @ts-expect-error
  const nobody: Guard = '';
  expect([unknown, twice, order, nobody]).toHaveLength(4);
});
