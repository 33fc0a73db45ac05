/**
 * The seven communities that the product knows by code. The code picks the logo and is embedded in every lot's QR, so a
 * code never changes; the name is the one shown where a community has not set its own.
 */
export const RESIDENCIALES = [
  { code: 'ENCINOS', name: 'Los Encinos' },
  { code: 'LAGOS', name: 'Lagos del Valle' },
  { code: 'CUMBRES', name: 'Cumbres de San Javier' },
  { code: 'MIRADOR', name: 'El Mirador' },
  { code: 'JACARANDAS', name: 'Paseo de las Jacarandas' },
  { code: 'HACIENDA', name: 'Hacienda San Miguel' },
  { code: 'ALAMEDA', name: 'Alameda Real' },
] as const satisfies readonly { code: string; name: string }[];

export type ResidencialCode = (typeof RESIDENCIALES)[number]['code'];
