/** What the end of a month asks of other features, which the composition root brings together, and what is frozen of it. */

import type { LogoFile } from '#core/membrete.ts';
import type { Month } from '#core/period.ts';
import type { MonthParts, PuntoSource } from '#libro/server/month-end.ts';
import type { Tx } from '#platform/server/db.ts';
import type { DatosDelInforme, EstadoPunto, Punto } from '../rules.ts';

export interface MonthEnd {
  /** The points of the list; shifts are this feature's own. */
  puntos: Readonly<Record<Exclude<Punto, 'turnos'>, PuntoSource>>;
  /** What is frozen, in the order of the ZIP's folders. */
  partes: MonthParts;
  /** What the report to the owners takes of what the parts have read. */
  toldOf(partes: Readonly<Record<string, unknown>>): Omit<DatosDelInforme, 'cifras'>;
  /** Takes down a sending to many, whose letters follow. */
  insertEnvio(
    tx: Tx,
    values: {
      name: string;
      titulo: string;
      destino: string;
      lotes: number;
      usuario_id: number | null;
      created_at: Date;
    },
    sinCorreo: readonly number[],
  ): Promise<number>;
  /** Posts a text for the residents. */
  insertNewsletter(
    tx: Tx,
    values: { tipo: 'newsletter'; name: string; descripcion: string; created_at: Date; updated_at: Date },
  ): Promise<number>;
}

export interface PuntoRow {
  punto: Punto;
  estado: EstadoPunto;
  cantidad: number;
  detalle: string;
  motivo: string;
}

/** A closing, as its files tell of it. */
export interface Cierre extends Month {
  /** On the community's clock. */
  cerrado: string;
  leido: string;
  usuario: string;
  huella: string;
  codigo: string;
  residencial: string;
  logo?: LogoFile | undefined;
}

/** All that the files are made of, as plain JSON. */
export interface Congelable {
  cierre: Cierre;
  puntos: PuntoRow[];
  informe: DatosDelInforme;
  partes: Record<string, unknown>;
}

export type ClaseArchivo = 'paquete' | 'informe';

export interface NewArchivo {
  clase: ClaseArchivo;
  nombre: string;
  huella: Buffer;
  contenido: Buffer;
}
