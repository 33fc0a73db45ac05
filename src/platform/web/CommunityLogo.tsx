/** The community's logo: its own, or the drawing of its code. */
import { useState } from 'react';
import { logoSize } from '#core/membrete.ts';
import { ResidencialLogo, type ResidencialLogoProps } from '#ui/logos/ResidencialLogo.tsx';
import { useResidencial } from './identity.ts';

type Props = Omit<ResidencialLogoProps, 'code'> & {
  /** Of the drawing; the community's own, unless another is being chosen. */
  code?: string;
};

/** One that does not come, as without a network, leaves its place to the drawing. */
export function CommunityLogo({ code, size = 40, ...props }: Props) {
  const own = useResidencial();
  const [failed, setFailed] = useState('');
  const { logo } = own;
  if (!logo || failed === logo.src) return <ResidencialLogo code={code ?? own.code} size={size} {...props} />;
  const image = (alt: string) => (
    <img
      {...logoSize(logo, size)}
      src={logo.src}
      alt={alt}
      style={{ flex: 'none', maxWidth: '100%', objectFit: 'contain' }}
      onError={() => setFailed(logo.src)}
    />
  );
  const name = props.title ?? own.name;
  if (!props.withName) return image(name);
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: Math.round(size * 0.3) }}>
      {image('')}
      <span style={{ fontSize: Math.max(14, Math.round(size * 0.45)), fontWeight: 600, lineHeight: 1.2 }}>{name}</span>
    </span>
  );
}
