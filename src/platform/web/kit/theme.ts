/**
 * The look of Portón: one brand colour (the green of gates and gardens), neutral greys with a trace of it, a system font
 * and dense spacing. Components are configured by name, so that this module pulls none of them into the first load.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { findOptions } from './form/option-filter.ts';

const porton: MantineColorsTuple = [
  '#ecf7f3',
  '#d5ebe4',
  '#abd8ca',
  '#7cc3ae',
  '#54b095',
  '#38a085',
  '#239077',
  '#157a64',
  '#0e6756',
  '#0b5a4b',
];

const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eff2f1',
  '#e3e8e6',
  '#d2d9d6',
  '#b9c2be',
  '#8d9994',
  '#5c6863',
  '#48534f',
  '#333c39',
  '#1e2523',
];

const dark: MantineColorsTuple = [
  '#dfe5e2',
  '#bcc5c1',
  '#9aa5a0',
  '#7b8782',
  '#3b4643',
  '#2d3734',
  '#222a28',
  '#1a211f',
  '#131918',
  '#0c100f',
];

const system =
  'Inter, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", system-ui, sans-serif';

const cerrar = { closeButtonProps: { 'aria-label': 'Cerrar' } };
// Reachable by keyboard too, so it may not be hidden from those who listen.
const limpiar = { 'aria-label': 'Limpiar', tabIndex: 0, 'aria-hidden': undefined } as const;
const input = { size: 'sm' } as const;
const select = {
  ...input,
  clearButtonProps: limpiar,
  filter: findOptions,
  // The list box scrolls by itself (theme.css): a scroll area inside it would be a region that no key reaches.
  withScrollArea: false,
  comboboxProps: { transitionProps: { duration: 0 }, shadow: 'md', offset: 4 },
};

export const theme = createTheme({
  primaryColor: 'porton',
  // The darkest shade of every colour carries white text with at least 4.5:1 in both schemes.
  primaryShade: 9,
  autoContrast: true,
  colors: { porton, gray, dark },
  black: gray[9],
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: system,
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  shadows: {
    xs: '0 1px 2px rgb(15 30 25 / 6%)',
    sm: '0 1px 3px rgb(15 30 25 / 10%)',
    md: '0 4px 14px rgb(15 30 25 / 12%)',
    lg: '0 10px 30px rgb(15 30 25 / 16%)',
    xl: '0 18px 50px rgb(15 30 25 / 22%)',
  },
  headings: {
    fontFamily: system,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.3' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.35' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
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
    Menu: { defaultProps: { shadow: 'md', offset: 4, transitionProps: { duration: 80 } } },
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
    MultiSelect: { defaultProps: select },
    NativeSelect: { defaultProps: input },
    NumberInput: { defaultProps: { ...input, hideControls: true } },
    Paper: { defaultProps: { radius: 'md' } },
    PasswordInput: { defaultProps: { ...input, visibilityToggleButtonProps: { 'aria-label': 'Mostrar u ocultar' } } },
    Popover: { defaultProps: { shadow: 'md', offset: 4, transitionProps: { duration: 80 } } },
    Radio: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: select },
    Switch: { defaultProps: { size: 'sm' } },
    Tabs: { defaultProps: { keepMounted: false } },
    TagsInput: { defaultProps: select },
    Textarea: { defaultProps: { ...input, autosize: true, minRows: 3, maxRows: 12 } },
    TextInput: { defaultProps: input },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } } },
  },
});

/** Semantic colours of the kit (`--kit-*`) and the corrections that bring Mantine's own to 4.5:1. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': '#b91c1c',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#66716d',
    '--mantine-color-anchor': porton[9],
    '--mantine-color-default-border': gray[3],
    '--kit-page': gray[0],
    '--kit-surface': '#ffffff',
    '--kit-sunken': '#f1f4f3',
    '--kit-hover': '#eef4f1',
    '--kit-selected': '#e1f0ea',
    '--kit-line': '#e0e6e3',
    '--kit-line-strong': '#c6cfcb',
    '--kit-field-line': '#84908b',
    '--kit-ink': gray[9],
    '--kit-ink-2': gray[6],
    '--kit-brand-ink': porton[9],
    '--kit-ring': '#12806a',
    '--kit-ring-soft': 'rgb(18 128 106 / 20%)',
    '--kit-green': '#17603a',
    '--kit-green-bg': '#e0f3e6',
    '--kit-red': '#a01818',
    '--kit-red-bg': '#fdeaea',
    '--kit-amber': '#7a4a00',
    '--kit-amber-bg': '#fdf1d7',
    '--kit-blue': '#1d4f91',
    '--kit-blue-bg': '#e4eefb',
    '--kit-violet': '#5b3a9a',
    '--kit-violet-bg': '#eee8fa',
    '--kit-gray': '#4a5551',
    '--kit-gray-bg': '#eaeeec',
    '--kit-shadow': '0 1px 2px rgb(15 30 25 / 5%)',
    '--kit-backdrop': 'rgb(0 0 0 / 42%)',
    '--kit-backdrop-share': '42%',
  },
  dark: {
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8d9994',
    '--mantine-color-anchor': porton[3],
    '--mantine-color-default': dark[7],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-body': dark[7],
    '--kit-page': dark[8],
    '--kit-surface': dark[7],
    '--kit-sunken': '#202826',
    '--kit-hover': '#222c29',
    '--kit-selected': '#1d3630',
    '--kit-line': '#2b3431',
    '--kit-line-strong': '#3f4b47',
    '--kit-field-line': '#6f7c77',
    '--kit-ink': dark[0],
    '--kit-ink-2': dark[2],
    '--kit-brand-ink': porton[3],
    '--kit-ring': '#54b095',
    '--kit-ring-soft': 'rgb(84 176 149 / 25%)',
    '--kit-green': '#8fd6a9',
    '--kit-green-bg': '#17301f',
    '--kit-red': '#ffa8a8',
    '--kit-red-bg': '#3b1c1c',
    '--kit-amber': '#f2c66d',
    '--kit-amber-bg': '#362a12',
    '--kit-blue': '#a3c8f5',
    '--kit-blue-bg': '#182a40',
    '--kit-violet': '#cdb8f5',
    '--kit-violet-bg': '#2a2140',
    '--kit-gray': '#bcc5c1',
    '--kit-gray-bg': '#29312f',
    '--kit-shadow': 'none',
    '--kit-backdrop': 'rgb(0 0 0 / 60%)',
    '--kit-backdrop-share': '60%',
  },
});
