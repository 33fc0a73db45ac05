/** A list that stands twice: below Cobranza it is worked on, below Reportes looked at. */
import { passes } from '#platform/roles.ts';
import { useSession } from '#platform/web/session.ts';

export function useEnCobranza() {
  const works = passes('ABC', useSession().role) && location.pathname.startsWith('/cobranza');
  const back = works
    ? { to: '/cobranza', label: 'Volver a Cobranza' }
    : { to: '/reportes', label: 'Volver a Reportes' };
  return { works, back };
}
