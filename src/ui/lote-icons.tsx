/** The sixteen lot-status icons of the specification (document 000, section 1), each with its Spanish label. */
import {
  IconBarrierBlock,
  IconBrandAirbnb,
  IconBuildingCommunity,
  IconBuildingStore,
  IconClipboardCheck,
  IconClockPause,
  IconCrane,
  IconFileDollar,
  IconGavel,
  IconHammerOff,
  IconHome,
  IconHomeCheck,
  IconHomeOff,
  IconKey,
  IconRepeat,
  IconSeedling,
} from '@tabler/icons-react';

export const LOTE_ICONS = {
  condominal: { label: 'Condominal', Drawing: IconBuildingCommunity },
  habitacional: { label: 'Habitacional', Drawing: IconHome },
  comercial: { label: 'Comercial', Drawing: IconBuildingStore },
  habitado: { label: 'Habitado', Drawing: IconHomeCheck },
  deshabitado: { label: 'Deshabitado', Drawing: IconHomeOff },
  propietario: { label: 'Propietario', Drawing: IconKey },
  alquilada: { label: 'Alquilada', Drawing: IconFileDollar },
  airbnb: { label: 'Airbnb', Drawing: IconBrandAirbnb },
  construccion: { label: 'Construcción', Drawing: IconCrane },
  baldio: { label: 'Baldío', Drawing: IconSeedling },
  obra_en_proceso: { label: 'Obra en proceso', Drawing: IconBarrierBlock },
  obra_abandonada: { label: 'Obra abandonada', Drawing: IconHammerOff },
  obra_suspendida: { label: 'Obra suspendida', Drawing: IconClockPause },
  proyecto_aprobado: { label: 'Proyecto aprobado', Drawing: IconClipboardCheck },
  cargo_recurrente: { label: 'Cargo recurrente', Drawing: IconRepeat },
  representante_legal: { label: 'Representante legal', Drawing: IconGavel },
} as const;

export type LoteIconKind = keyof typeof LOTE_ICONS;

/** One icon with its label for screen readers and as the pointer's tip; `size` in pixels. */
export function LoteIcon({ kind, size = 18 }: { kind: LoteIconKind; size?: number }) {
  const { label, Drawing } = LOTE_ICONS[kind];
  return (
    <span role="img" aria-label={label} title={label} data-lote-icon={kind} style={{ display: 'inline-flex' }}>
      <Drawing size={size} stroke={1.6} aria-hidden />
    </span>
  );
}

/** What the icons of a lot are picked from: a search row or a lot header. Empty texts and nulls pick none. */
export interface LoteIconFacts {
  tipo_lote: string;
  category_hab?: string | null;
  sub_category_hab?: string | null;
  category_const?: string | null;
  subestado?: string | null;
  is_recurrente?: boolean | null;
  has_representante?: boolean | null;
}

const isKind = (text: string | null | undefined): text is LoteIconKind =>
  text !== null && text !== undefined && Object.hasOwn(LOTE_ICONS, text);

/** The icons of a lot in their fixed order: type, habitation, construction, recurring charge, representative. */
export function loteIconsOf(facts: LoteIconFacts): LoteIconKind[] {
  const texts = [
    facts.tipo_lote,
    facts.category_hab,
    facts.sub_category_hab,
    facts.category_const,
    facts.subestado,
    facts.is_recurrente ? 'cargo_recurrente' : null,
    facts.has_representante ? 'representante_legal' : null,
  ];
  return texts.filter(isKind);
}
