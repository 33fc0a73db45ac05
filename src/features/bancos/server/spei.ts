/** The providers of SPEI behind their port, and what a signed notice of each one says. */
import { CENTAVOS_MAX, toPesos } from '#core/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Signed } from '#platform/server/signed.ts';
import type { Aviso, Spei, SpeiAccount, Transferencia } from '#platform/server/spei.ts';
import { formatMoney } from '#ui/format.ts';
import { FINTOC_HEADER, type FintocOptions, leerFintoc, listarFintoc, probarFintoc } from './proveedores/fintoc.ts';
import { revisarFirma } from './proveedores/firma.ts';
import { leerSimulado, SIMULADOR_HEADER, Simulador } from './proveedores/simulador.ts';

const DESDE = new Date('2000-01-01T00:00:00Z');
const ANTES_DE = new Date('2100-01-01T00:00:00Z');

/** Why a transfer cannot be one, whoever tells of it; '' where it can. */
function imposible({ instante, importe }: Pick<Transferencia, 'instante' | 'importe'>): string {
  if (!(instante >= DESDE && instante < ANTES_DE)) return 'Su fecha no es de los años 2000 a 2099';
  return importe > CENTAVOS_MAX ? `Su importe es mayor que ${formatMoney(toPesos(CENTAVOS_MAX))}` : '';
}

const posible = (aviso: Aviso): Aviso => {
  const nota = aviso.transferencia ? imposible(aviso.transferencia) : '';
  return nota === '' ? aviso : { ...aviso, transferencia: undefined, nota };
};

export function createSpei({ clock, fintoc = {} }: { clock: Clock; fintoc?: FintocOptions }): Spei {
  const simulador = new Simulador(() => clock.now());
  const simulated = ({ proveedor }: SpeiAccount) => proveedor === 'simulador';
  return {
    async list(account, desde) {
      const listed = simulated(account) ? simulador.list(account, desde) : await listarFintoc(account, desde, fintoc);
      return listed.filter((one) => imposible(one) === '');
    },
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
  const aviso = simulated ? leerSimulado(body) : leerFintoc(body, account);
  return aviso ? posible(aviso) : { rechazo: 'no dice qué aviso es' };
}
