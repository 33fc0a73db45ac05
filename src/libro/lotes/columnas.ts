/** A lot in a list: its reference, who has it, and where it is. For listing(), with what the list has otherwise. */
export const LOTE = {
  referencia: { key: 'referencia', header: 'Referencia' },
  asociado: { key: 'asociado', header: 'Asociado', grow: 18, sheet: { width: 36 } },
  residente: { key: 'residente_name', header: 'Asociado', sheet: { width: 36 } },
  direccion: { key: 'direccion', header: 'Dirección', sheet: { width: 40 } },
} as const;
