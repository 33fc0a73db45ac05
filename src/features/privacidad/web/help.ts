import { catalogueHelp, type Helps } from '#platform/help.ts';
import { finalidad } from '../definitions.ts';

export const privacidadHelp: Helps = {
  ...catalogueHelp(
    finalidad,
    'Son los usos de los datos que nadie necesita para cobrar ni para cuidar los accesos; cada persona dice sí o no a cada uno.',
  ),
  '/cobranza/privacidad': {
    title: '¿Quién pidió algo sobre sus datos y cuánto queda para responder?',
    purpose: 'Lista las solicitudes de acceso, rectificación, cancelación y oposición, lo que antes vence primero.',
    acts: [
      '«Registrar solicitud» anota una que llegó a la oficina.',
      'En el menú del renglón se responde si procede, se amplía el plazo una vez y se dice qué se hizo.',
      'El nombre abre lo que se guarda de la persona.',
    ],
  },
  '/reportes/privacidad': {
    title: '¿Se responden a tiempo las solicitudes de privacidad?',
    purpose: 'Lista las solicitudes con sus plazos en días hábiles y cómo terminaron.',
    acts: ['Elija «Estado» para ver las cerradas.'],
  },
  '/admin/aviso-privacidad': {
    title: '¿Qué dice el aviso de privacidad y desde cuándo?',
    purpose: 'Guarda cada versión del aviso con su fecha y cuántos la aceptaron; una versión no se cambia.',
    acts: [
      '«Nueva versión» parte del texto vigente; a quien aceptó la anterior se le pide aceptarla de nuevo.',
      '«La confirmó un abogado…» anota quién la encontró correcta.',
    ],
  },
  '/privacidad/{id}': {
    title: '¿Qué se guarda de una persona y qué dijo de sus datos?',
    purpose: 'Muestra si aceptó el aviso, a qué finalidades dijo que sí, qué pidió y quién vio sus datos.',
    acts: [
      '«Anotar» guarda lo que dice del aviso y de cada finalidad.',
      '«Exportar todo» da un ZIP con todo lo que se guarda de ella.',
      '«Bloquear sus datos…» los saca de uso cuando ya no es residente; después se devuelven o se suprimen.',
    ],
    from: '/cobranza/privacidad',
  },
};
