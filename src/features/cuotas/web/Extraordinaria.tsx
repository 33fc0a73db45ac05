/** The screens of extraordinary fees. */
import { CuotasGeneradas } from './CuotasGeneradas.tsx';
import { DefinicionForm } from './DefinicionForm.tsx';
import { DefinicionList } from './DefinicionList.tsx';
import { GenerarMasivo } from './GenerarMasivo.tsx';
import { EXTRAORDINARIA } from './kinds.ts';

export const ExtraordinariaList = () => <DefinicionList kind={EXTRAORDINARIA} />;
export const ExtraordinariaForm = () => <DefinicionForm kind={EXTRAORDINARIA} />;
export const ExtraordinariaGeneradas = () => <CuotasGeneradas kind={EXTRAORDINARIA} />;
export const ExtraordinariaMasivo = () => <GenerarMasivo kind={EXTRAORDINARIA} />;
