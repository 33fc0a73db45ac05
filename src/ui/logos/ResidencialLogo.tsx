import { type Drawing, drawingOf, LOGO_GRID } from './drawings.ts';

interface DrawnLogoProps {
  drawing: Drawing;
  size: number;
  /** What a screen reader says; null where the same words stand beside the drawing. */
  title: string | null;
}

function DrawnLogo({ drawing, size, title }: DrawnLogoProps) {
  const paths = drawing.shapes.map(({ tone, d, line }) =>
    line === undefined ? (
      <path key={d} fill={drawing.palette[tone]} d={d} />
    ) : (
      <path
        key={d}
        fill="none"
        stroke={drawing.palette[tone]}
        strokeWidth={line}
        strokeLinecap="round"
        strokeLinejoin="round"
        d={d}
      />
    ),
  );
  const frame = { viewBox: `0 0 ${LOGO_GRID} ${LOGO_GRID}`, width: size, height: size, style: { flex: 'none' } };
  return title === null ? (
    <svg {...frame} aria-hidden="true" focusable="false">
      {paths}
    </svg>
  ) : (
    <svg {...frame} role="img" focusable="false">
      <title>{title}</title>
      {paths}
    </svg>
  );
}

interface WithNameProps extends Omit<DrawnLogoProps, 'title'> {
  name: string;
}

/** The drawing and, beside it, the words; both scale with `size`, the words take the colour around them. */
function LogoWithName({ drawing, size, name }: WithNameProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: Math.round(size * 0.3) }}>
      <DrawnLogo drawing={drawing} size={size} title={null} />
      <span style={{ fontSize: Math.max(14, Math.round(size * 0.45)), fontWeight: 600, lineHeight: 1.2 }}>{name}</span>
    </span>
  );
}

export interface ResidencialLogoProps {
  /** One of the seven residential codes; with any other (none chosen yet) the product's own mark is drawn. */
  code: string;
  /** Width and height in CSS pixels, 40 unless given; drawn to read from 16 up. */
  size?: number;
  /** Writes the name beside the logo. */
  withName?: boolean;
  /** The name to say or write instead of the drawing's own, such as the one a community has configured. */
  title?: string;
}

/** A community's logo. */
export function ResidencialLogo({ code, size = 40, withName = false, title }: ResidencialLogoProps) {
  const drawing = drawingOf(code);
  const name = title ?? drawing.name;
  return withName ? (
    <LogoWithName drawing={drawing} size={size} name={name} />
  ) : (
    <DrawnLogo drawing={drawing} size={size} title={name} />
  );
}
