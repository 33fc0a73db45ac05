/** The screens of initial fees. */
import { CuotasGeneradas } from './CuotasGeneradas.tsx';
import { DefinicionForm } from './DefinicionForm.tsx';
import { DefinicionList } from './DefinicionList.tsx';
import { GenerarMasivo } from './GenerarMasivo.tsx';
import { INICIAL } from './kinds.ts';

export const InicialList = () => <DefinicionList kind={INICIAL} />;
export const InicialForm = () => <DefinicionForm kind={INICIAL} />;
export const InicialGeneradas = () => <CuotasGeneradas kind={INICIAL} />;
export const InicialMasivo = () => <GenerarMasivo kind={INICIAL} />;
