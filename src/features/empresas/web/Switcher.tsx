/** In the user's menu: over to the other communities, and the screen that sums them up. */
import { KitLink } from '#platform/web/kit/link.tsx';
import type { SwitcherProps } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { empresasContract } from '../contract.ts';
import { goTo } from './go.ts';

/** Of more the screen has all. */
const SHOWN_MAX = 6;

export default function Switcher({ className, onDone }: SwitcherProps) {
  const { data } = useCall(empresasContract.mias, {});
  if (!data || (data.empresa === '' && data.cuentas.length === 0)) return null;
  const others = data.cuentas.filter(({ esta }) => !esta);
  return (
    <>
      {others.slice(0, SHOWN_MAX).map(({ codigo, nombre }) => (
        <button
          key={codigo}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={className}
          onClick={() => {
            onDone();
            void goTo(codigo);
          }}
        >
          Cambiar a {nombre}
        </button>
      ))}
      <KitLink to="/empresas" role="menuitem" tabIndex={-1} className={className} onClick={onDone}>
        Mis comunidades
      </KitLink>
    </>
  );
}
