/** The stamping providers that the configuration can choose. Adapters are kept: a token or a folder's key serves many calls. */
import { createHash } from 'node:crypto';
import { type Asked, asked } from '#platform/server/outside.ts';
import type { Pac } from './pac.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { createSwSapien, type FetchLike } from './sw-sapien.ts';

export type Proveedor = 'simulador' | 'sw_pruebas' | 'sw';

/** What the configuration says; user and password are not used by the simulator. */
export interface ConfiguracionPac {
  proveedor: Proveedor;
  usuario: string;
  contrasena: string;
}

/** Where a provider is, and who tells the status of its documents. */
export interface Sitio {
  origin: string;
  /** Of what it keeps: documents and acknowledgements. */
  apiOrigin: string;
  consultaOrigin: string;
}

const SITIOS: Readonly<Record<'sw_pruebas' | 'sw', Sitio>> = {
  sw_pruebas: {
    origin: 'https://services.test.sw.com.mx',
    apiOrigin: 'https://api.test.sw.com.mx',
    consultaOrigin: 'https://pruebacfdiconsultaqr.cloudapp.net',
  },
  sw: {
    origin: 'https://services.sw.com.mx',
    apiOrigin: 'https://api.sw.com.mx',
    consultaOrigin: 'https://consultaqr.facturaelectronica.sat.gob.mx',
  },
};

export interface PacsOptions {
  /** The simulator's. */
  folder: string;
  /** Documents that the simulator takes for its own although others stamped them, by their UUID in capitals. */
  stampedElsewhere?: (uuid: string) => Promise<Uint8Array | undefined>;
  ahora: () => Date;
  /** Of one call to any of them. */
  timeoutMs?: number;
  /** Other places than the providers' own: for tests, and networks that go through a proxy. */
  sitios?: Partial<Record<'sw_pruebas' | 'sw', Partial<Sitio>>>;
  fetch?: FetchLike;
}

export interface Pacs {
  pacFor(configuracion: ConfiguracionPac): Asked<Pac>;
  /** The one that `pacFor` gives for 'simulador'. */
  readonly simulator: Simulator;
}

export function createPacs({ folder, ahora, stampedElsewhere, timeoutMs, sitios = {}, fetch }: PacsOptions): Pacs {
  const common = timeoutMs === undefined ? {} : { timeoutMs };
  const simulator = createSimulator({ folder, ahora, ...(stampedElsewhere && { stampedElsewhere }), ...common });
  const simulatorAsked = asked<Pac>(simulator);
  const adapters = new Map<string, { huella: string; pac: Asked<Pac> }>();

  return {
    simulator,
    pacFor({ proveedor, usuario, contrasena }) {
      if (proveedor === 'simulador') return simulatorAsked;
      // One adapter per account: a changed password takes the place of the old one, whose adapter is forgotten.
      const account = `${proveedor}\n${usuario}`;
      const huella = createHash('sha256').update(contrasena).digest('hex');
      const known = adapters.get(account);
      if (known?.huella === huella) return known.pac;
      const otro = sitios[proveedor];
      const pac = asked<Pac>(
        createSwSapien({
          id: proveedor,
          ...SITIOS[proveedor],
          // Whoever stands in for the provider stands in for all of it.
          ...(otro?.origin && { apiOrigin: otro.origin }),
          ...otro,
          usuario,
          contrasena,
          sinValidez: proveedor === 'sw_pruebas',
          ...common,
          ...(fetch && { fetch }),
        }),
      );
      adapters.set(account, { huella, pac });
      return pac;
    },
  };
}
