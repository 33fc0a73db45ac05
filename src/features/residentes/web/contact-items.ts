/** The phones and e-mails that a form holds: saved ones with their id, new ones with ''. */

export interface TelefonoItem {
  id: number | '';
  tipoNumeroTelefono: { id: number; name: string };
  /** Ten digits. */
  numero: string;
  referencia: string;
}

export interface CorreoItem {
  id: number | '';
  correo: string;
  facturar: boolean;
  referencia: string;
}

/** '5512345678' as its mask writes it: '(551)-234-56-78'. */
export function formatTelefono(numero: string): string {
  return numero.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '($1)-$2-$3-$4');
}
