import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The red of a theater marquee is the accent of the studio. White on its seventh shade has a contrast of 5.2:1. */
const ember: MantineColorsTuple = [
  '#fff3ee',
  '#ffe2d8',
  '#ffc4b1',
  '#ff9f83',
  '#ff825f',
  '#f7623b',
  '#e04a20',
  '#c93812',
  '#a52f12',
  '#7f2610',
]
/** Warm grays. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f4f1eb',
  '#eae6de',
  '#dcd6cc',
  '#c5beb2',
  '#a19a8d',
  '#78716a',
  '#5e5850',
  '#403b35',
  '#211e1b',
]
const dark: MantineColorsTuple = [
  '#f1ece6',
  '#d9d3ca',
  '#b9b1a7',
  '#979087',
  '#5f5850',
  '#453f39',
  '#332e2a',
  '#25211e',
  '#1b1816',
  '#131110',
]

/** The theme, with translated labels for the components of Mantine. */
export const themeWith = ({ close, pickColor }: { close: string; pickColor: string }) =>
  createTheme({
    primaryColor: 'ember',
    // The same shade in dark mode: white text has enough contrast there, too.
    primaryShade: 7,
    autoContrast: true,
    luminanceThreshold: 0.32,
    colors: { ember, gray, dark },
    black: '#211e1b',
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily:
      'ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", "Open Sans", Ubuntu, sans-serif',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, monospace',
    headings: { fontWeight: '680', textWrap: 'balance' },
    radius: { xs: '4px', sm: '7px', md: '10px', lg: '16px', xl: '24px' },
    components: {
      Anchor: { defaultProps: { underline: 'always' } },
      Button: { defaultProps: { radius: 'md' } },
      // Rounder ones look like radio buttons.
      Checkbox: { defaultProps: { radius: 'xs' } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      Paper: { defaultProps: { radius: 'lg' } },
      ColorInput: { defaultProps: { eyeDropperButtonProps: { 'aria-label': pickColor } } },
      Modal: {
        styles: { title: { fontSize: '1.1rem', fontWeight: 650 } },
        defaultProps: {
          closeButtonProps: { 'aria-label': close },
          radius: 'lg',
          centered: true,
          overlayProps: { backgroundOpacity: 0.5 },
        },
      },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': close }, overlayProps: { backgroundOpacity: 0.4 } },
      },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Select: { defaultProps: { comboboxProps: { shadow: 'md' }, checkIconPosition: 'right' } },
      MultiSelect: { defaultProps: { comboboxProps: { shadow: 'md' } } },
    },
  })

const tinted = [
  'ember',
  'gray',
  'red',
  'green',
  'blue',
  'yellow',
  'orange',
  'teal',
  'violet',
  'grape',
  'cyan',
  'indigo',
  'lime',
  'pink',
]

const filledRed = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' }

/** Text on tinted and filled backgrounds meets WCAG AA; the defaults of Mantine do not everywhere. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...filledRed,
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#6a635b',
    '--mantine-color-placeholder': '#746d65',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': '#d3ccc1',
    '--mantine-color-anchor': '#a52f12',
    '--studio-canvas': '#faf8f4',
    '--studio-raised': '#ffffff',
    '--studio-sunken': '#f4f1eb',
    '--studio-line': '#e8e3da',
    '--studio-accent-soft': '#ffede6',
    '--studio-accent-text': '#a52f12',
    '--studio-shadow': '0 1px 2px rgb(60 40 20 / 5%), 0 8px 24px -12px rgb(60 40 20 / 14%)',
    ...Object.fromEntries(
      tinted.map((name) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, ${colors[name]?.[9]} 72%, black)`,
      ]),
    ),
    ...Object.fromEntries(tinted.map((name) => [`--mantine-color-${name}-outline`, colors[name]?.[8] ?? ''])),
  },
  dark: {
    ...filledRed,
    '--mantine-color-body': '#1b1816',
    '--mantine-color-dimmed': '#aaa298',
    '--mantine-color-placeholder': '#9b9389',
    '--mantine-color-error': '#ff9d8f',
    '--mantine-color-default': '#25211e',
    '--mantine-color-default-hover': '#2c2824',
    '--mantine-color-default-border': '#4a433d',
    '--mantine-color-anchor': '#ff9f83',
    '--studio-canvas': '#131110',
    '--studio-raised': '#1b1816',
    '--studio-sunken': '#211d1b',
    '--studio-line': '#312c28',
    '--studio-accent-soft': '#3a1f16',
    '--studio-accent-text': '#ff9f83',
    '--studio-shadow': '0 1px 2px rgb(0 0 0 / 40%), 0 12px 28px -14px rgb(0 0 0 / 70%)',
    ...Object.fromEntries(tinted.map((name) => [`--mantine-color-${name}-light-color`, colors[name]?.[2] ?? ''])),
  },
})
