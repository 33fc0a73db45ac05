/** The seal of a proof, checked by whatever certificates the operator was given: Banxico publishes neither them nor the scheme. */
import { verify } from 'node:crypto';
import type { CepCertificates } from '#platform/server/cep.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Cep } from './cep.ts';

const WRONG =
  'El sello del comprobante no es el de lo que dice: fue alterado. Descárguelo de nuevo de banxico.org.mx/cep';

/** 'sin_comprobar' where its certificate is not configured. @throws Refusal where it is, and the seal is not of this chain */
export function selloOf(
  { cadena, sello, certificado }: Cep,
  certificates: CepCertificates,
): 'valido' | 'sin_comprobar' {
  const key = certificates.get(certificado);
  if (!key) return 'sin_comprobar';
  const [said, signature] = [Buffer.from(cadena, 'utf8'), Buffer.from(sello, 'base64')];
  if (['sha256', 'sha1'].some((hash) => verify(hash, said, key, signature))) return 'valido';
  throw new Refusal(WRONG);
}
