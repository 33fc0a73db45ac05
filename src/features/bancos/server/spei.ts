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

/** What no row can hold: NUL, and halves of pairs. */
const INGUARDABLE = /[\0\p{Cs}]/gu;
const guardable = (text: string): string => text.replaceAll(INGUARDABLE, '');

/** Why a transfer cannot be one, whoever tells of it; '' where it can. */
function imposible({ id, clabe, instante, importe }: Transferencia): string {
  if (guardable(id) !== id || guardable(clabe) !== clabe)
    return 'Su nombre o su CLABE trae caracteres que no se guardan';
  if (!(instante >= DESDE && instante < ANTES_DE)) return 'Su fecha no es de los años 2000 a 2099';
  return importe > CENTAVOS_MAX ? `Su importe es mayor que ${formatMoney(toPesos(CENTAVOS_MAX))}` : '';
}

const escrita = (one: Transferencia): Transferencia => ({
  ...one,
  ...{ concepto: guardable(one.concepto), referencia: guardable(one.referencia), rastreo: guardable(one.rastreo) },
  ...{ nombre: guardable(one.nombre), cuenta: guardable(one.cuenta) },
});

/** A notice as it is kept; undefined for one whose name cannot be. */
function posible({ evento, transferencia, nota: dicha }: Aviso): Aviso | undefined {
  if (guardable(evento) !== evento) return undefined;
  const nota = transferencia ? imposible(transferencia) : guardable(dicha);
  return { evento, transferencia: transferencia && nota === '' ? escrita(transferencia) : undefined, nota };
}

export function createSpei({ clock, fintoc = {} }: { clock: Clock; fintoc?: FintocOptions }): Spei {
  const simulador = new Simulador(() => clock.now());
  const simulated = ({ proveedor }: SpeiAccount) => proveedor === 'simulador';
  return {
    async list(account, desde) {
      const listed = simulated(account) ? simulador.list(account, desde) : await listarFintoc(account, desde, fintoc);
      return listed.filter((one) => imposible(one) === '').map(escrita);
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
  return (aviso && posible(aviso)) ?? { rechazo: 'no dice qué aviso es' };
}
