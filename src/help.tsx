/** The help of every screen, loaded when somebody asks for it or searches in it. */
import { catalogosHelp } from './features/catalogos/web/help.ts';
import { cuotasHelp } from './features/cuotas/web/help.ts';
import { estadoCuentaHelp } from './features/estado-cuenta/web/help.ts';
import { facturacionHelp } from './features/facturacion/web/help.ts';
import { pagosHelp } from './features/pagos/web/help.ts';
import { recurrentesHelp } from './features/recurrentes/web/help.ts';
import { sancionesHelp } from './features/sanciones/web/help.ts';
import { SECTIONS } from './navigation.ts';
import { type Helps, hubHelp } from './platform/help.ts';
import { finderOf } from './platform/web/help/find.ts';
import { HelpDialog } from './platform/web/help/HelpDialog.tsx';
import type { HelpProps } from './platform/web/help/open.ts';

export const HELPS: Helps = {
  ...catalogosHelp,
  ...cuotasHelp,
  ...estadoCuentaHelp,
  ...facturacionHelp,
  ...pagosHelp,
  ...recurrentesHelp,
  ...sancionesHelp,
  ...Object.assign({}, ...SECTIONS.map(hubHelp)),
};

export const findHelp = finderOf(HELPS);

export default function Help(props: HelpProps) {
  return <HelpDialog helps={HELPS} {...props} />;
}
