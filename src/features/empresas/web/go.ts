/** Over to the account of another community, and the screen of it that is wanted. */

import { call } from '#platform/web/api.ts';
import { ARRIVAL_PATH } from '#platform/web/arrival.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { empresasContract } from '../contract.ts';

export async function goTo(comunidad: string, to = '/'): Promise<void> {
  try {
    const { origen, codigo } = await call(empresasContract.pasar, { body: { comunidad } });
    location.assign(`${origen}${ARRIVAL_PATH}#${codigo}${to}`);
  } catch (error) {
    toast.failure(error);
  }
}
