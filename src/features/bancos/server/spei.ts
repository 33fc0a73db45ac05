/** The providers of SPEI behind their port, and what a signed notice of each one says. */
import type { Clock } from '#platform/server/clock.ts';
import type { Signed } from '#platform/server/signed.ts';
import type { Aviso, Spei, SpeiAccount } from '#platform/server/spei.ts';
import { FINTOC_HEADER, type FintocOptions, leerFintoc, listarFintoc, probarFintoc } from './proveedores/fintoc.ts';
import { revisarFirma } from './proveedores/firma.ts';
import { leerSimulado, SIMULADOR_HEADER, Simulador } from './proveedores/simulador.ts';

export function createSpei({ clock, fintoc = {} }: { clock: Clock; fintoc?: FintocOptions }): Spei {
  const simulador = new Simulador(() => clock.now());
  const simulated = ({ proveedor }: SpeiAccount) => proveedor === 'simulador';
  return {
    list: async (account, desde) =>
      simulated(account) ? simulador.list(account, desde) : listarFintoc(account, desde, fintoc),
    probe: async (account) =>
      simulated(account)
        ? { funciona: true, mensaje: 'El simulador responde. Sus depósitos no son dinero' }
        : probarFintoc(account, fintoc),
    async simulate(account, transferencia) {
      if (!simulated(account)) throw new Error('only the simulator makes transfers up');
      return simulador.simulate(account, transferencia);
    },
  };
}

/** What a notice says, once its seal is its account's and it is of now; else why it is turned away. */
export function readNotice(account: SpeiAccount, { text, headers }: Signed, ahora: Date): Aviso | { rechazo: string } {
  const simulated = account.proveedor === 'simulador';
  const header = headers[simulated ? SIMULADOR_HEADER : FINTOC_HEADER];
  const firmado = revisarFirma(typeof header === 'string' ? header : undefined, text, account.secreto, ahora);
  if (!firmado.ok) return { rechazo: firmado.motivo };
  const body: unknown = JSON.parse(text === '' ? '{}' : text);
  return (simulated ? leerSimulado(body) : leerFintoc(body, account)) ?? { rechazo: 'no dice qué aviso es' };
}
