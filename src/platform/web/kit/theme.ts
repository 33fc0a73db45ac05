/**
 * The look of Portón: one brand colour (the green of gates and gardens), greys with a trace of it, one bundled letter and
 * dense spacing. Components are configured by name, so that this module pulls none of them into the first load.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The product's own green, which is also what says that all is well. */
const verde: MantineColorsTuple = [
  '#e9f3ef',
  '#cfe6dd',
  '#9fd3c0',
  '#4cc3a0',
  '#45ad8f',
  '#379a7c',
  '#2f8f74',
  '#1f7a60',
  '#156b54',
  '#0f5f4a',
];

const gray: MantineColorsTuple = [
  '#fbfbfa',
  '#f0f1ef',
  '#e7e8e6',
  '#d5d8d5',
  '#babfbb',
  '#8d948f',
  '#5c635f',
  '#474d4a',
  '#323734',
  '#1b1e1c',
];

const dark: MantineColorsTuple = [
  '#e9edeb',
  '#c5ccc8',
  '#a3aca7',
  '#8d9691',
  '#2a302d',
  '#212623',
  '#1c211e',
  '#171b19',
  '#111413',
  '#0b0d0c',
];

const red: MantineColorsTuple = [
  '#fdf1ef',
  '#fbdeda',
  '#facdc8',
  '#ff9a8f',
  '#ee6a5c',
  '#e04a3b',
  '#d13a2b',
  '#c62f21',
  '#bd291c',
  '#b42318',
];

/** The brand: of the community's own accent, where it has one. */
interface Brand {
  porton: MantineColorsTuple;
  selectedDark: string;
}

const SHADES = 10;

const brandOf = (accent: readonly string[]): Brand =>
  accent.length > SHADES
    ? { porton: accent.slice(0, SHADES) as unknown as MantineColorsTuple, selectedDark: accent[SHADES] ?? '' }
    : { porton: verde, selectedDark: '#14302a' };

/** The letters are bundled, so that the product looks alike everywhere; until they are there, others as wide stand for them. */
const letters =
  '"Inter Variable", "Inter Fallback", -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", system-ui, sans-serif';

const cerrar = { closeButtonProps: { 'aria-label': 'Cerrar' } };
const input = { size: 'sm' } as const;

const theme = createTheme({
  primaryColor: 'porton',
  // The darkest shade of every colour carries white text with at least 4.5:1, the one for dark pages black text.
  primaryShade: { light: 9, dark: 3 },
  // By the scheme, which the library's own way does not know while it is the system's.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && { color: 'var(--kit-on-brand)' }),
  }),
  colors: { porton: verde, verde, gray, dark, red },
  black: gray[9],
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: letters,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '5px', sm: '8px', md: '9px', lg: '12px', xl: '20px' },
  shadows: {
    xs: '0 1px 2px rgb(15 30 25 / 6%)',
    sm: '0 1px 3px rgb(15 30 25 / 10%)',
    md: '0 4px 14px rgb(15 30 25 / 12%)',
    lg: '0 10px 30px rgb(15 30 25 / 16%)',
    xl: '0 18px 50px rgb(15 30 25 / 22%)',
  },
  headings: {
    fontFamily: letters,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.35' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h5: { fontSize: '0.8125rem', lineHeight: '1.4' },
      h6: { fontSize: '0.75rem', lineHeight: '1.4' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md' } },
    Alert: { defaultProps: { variant: 'light', closeButtonLabel: 'Cerrar' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', tt: 'none' } },
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'sm' } },
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    Drawer: { defaultProps: { ...cerrar, lockScroll: false, padding: 'md' } },
    Fieldset: { defaultProps: { radius: 'md' } },
    // Under the input, so that the inputs of a row stand level whether or not one of them is explained.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Loader: { defaultProps: { size: 'sm', type: 'oval' } },
    // Locking the scroll would inject a style element without a nonce; theme.css does it with a rule instead.
    Modal: {
      defaultProps: {
        ...cerrar,
        lockScroll: false,
        centered: false,
        yOffset: '8vh',
        padding: 'md',
        radius: 'md',
        overlayProps: { color: '#000', backgroundOpacity: 0.45 },
        transitionProps: { transition: 'fade', duration: 100 },
      },
    },
    NumberInput: { defaultProps: { ...input, hideControls: true } },
    Paper: { defaultProps: { radius: 'md' } },
    PasswordInput: { defaultProps: { ...input, visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar' } } },
    Radio: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tabs: { defaultProps: { keepMounted: false } },
    Textarea: { defaultProps: { ...input, autosize: true, minRows: 3, maxRows: 12 } },
    TextInput: { defaultProps: input },
  },
});

/** Semantic colours of the kit (`--kit-*`) and the corrections that bring Mantine's own to 4.5:1. */
const lightOf = ({ porton }: Brand): Record<string, string> => ({
  '--mantine-color-error': red[9],
  '--mantine-color-dimmed': gray[6],
  '--mantine-color-placeholder': '#6b726e',
  '--mantine-color-anchor': porton[9],
  '--mantine-color-default-border': gray[2],
  '--kit-page': gray[0],
  '--kit-surface': '#ffffff',
  '--kit-sunken': '#f4f5f3',
  '--kit-hover': '#f4f5f3',
  '--kit-selected': porton[0],
  '--kit-line': gray[2],
  '--kit-line-soft': gray[1],
  '--kit-line-strong': gray[3],
  '--kit-field-line': gray[5],
  '--kit-ink': gray[9],
  '--kit-ink-2': gray[6],
  '--kit-ink-3': '#6b726e',
  '--kit-brand': porton[9],
  '--kit-brand-ink': porton[9],
  '--kit-on-brand': '#ffffff',
  '--kit-ring': porton[6],
  '--kit-ring-soft': `${porton[6]}2e`,
  '--kit-green': verde[9],
  '--kit-green-bg': verde[0],
  '--kit-red': red[9],
  '--kit-red-bg': red[0],
  '--kit-amber': '#8a5300',
  '--kit-amber-bg': '#fdf5e6',
  '--kit-blue': '#1d4f91',
  '--kit-blue-bg': '#e8f0fb',
  '--kit-violet': '#5b3a9a',
  '--kit-violet-bg': '#f0ebfa',
  '--kit-gray': gray[6],
  '--kit-gray-bg': gray[1],
  '--kit-shadow': 'none',
  '--kit-backdrop': 'rgb(0 0 0 / 42%)',
  '--kit-backdrop-share': '42%',
});

const darkOf = ({ porton, selectedDark }: Brand): Record<string, string> => ({
  '--mantine-color-error': red[3],
  '--mantine-color-dimmed': dark[2],
  '--mantine-color-placeholder': dark[3],
  '--mantine-color-anchor': porton[3],
  '--mantine-color-default': dark[7],
  '--mantine-color-default-border': dark[4],
  '--mantine-color-body': dark[7],
  '--kit-page': dark[8],
  '--kit-surface': dark[7],
  '--kit-sunken': dark[6],
  '--kit-hover': dark[5],
  '--kit-selected': selectedDark,
  '--kit-line': dark[4],
  '--kit-line-soft': dark[5],
  '--kit-line-strong': '#3a423e',
  '--kit-field-line': '#69726d',
  '--kit-ink': dark[0],
  '--kit-ink-2': dark[2],
  '--kit-ink-3': dark[3],
  '--kit-brand': porton[3],
  '--kit-brand-ink': porton[3],
  '--kit-on-brand': '#08120f',
  '--kit-ring': porton[3],
  '--kit-ring-soft': `${porton[3]}2e`,
  '--kit-green': verde[3],
  '--kit-green-bg': '#14302a',
  '--kit-red': red[3],
  '--kit-red-bg': '#331a17',
  '--kit-amber': '#f2c26b',
  '--kit-amber-bg': '#2f2511',
  '--kit-blue': '#a3c8f5',
  '--kit-blue-bg': '#182a40',
  '--kit-violet': '#cdb8f5',
  '--kit-violet-bg': '#2a2140',
  '--kit-gray': dark[2],
  '--kit-gray-bg': dark[5],
  '--kit-shadow': 'none',
  '--kit-backdrop': 'rgb(0 0 0 / 60%)',
  '--kit-backdrop-share': '60%',
});

/** What the page is drawn with. `accent`: of the community, the ten shades and what is chosen on dark pages; none: the product's own. */
export function lookOf(accent: readonly string[]): {
  theme: typeof theme;
  cssVariablesResolver: CSSVariablesResolver;
} {
  const brand = brandOf(accent);
  const variables = { variables: {}, light: lightOf(brand), dark: darkOf(brand) };
  return {
    theme: { ...theme, colors: { ...theme.colors, porton: brand.porton } },
    cssVariablesResolver: () => variables,
  };
}
