import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

/** Ten times the same variable: our shades live in tokens.css, and Mantine only ever asks for the names. */
const shades = (token: string): MantineColorsTuple => [
  `var(--${token}-soft)`,
  `var(--${token}-soft)`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
  `var(--${token})`,
];

const MEANINGS = new Set(['accent', 'clean', 'suspect', 'fraud']);

/**
 * Mantine mixes shades at run time, which cannot work on variables; each variant is one of four plain pairs instead.
 */
const variantColorResolver: VariantColorsResolver = ({ color, variant, theme }) => {
  const name = color ?? theme.primaryColor;
  const token = MEANINGS.has(name) ? name : 'muted';
  const soft = MEANINGS.has(name) ? `var(--${token}-soft)` : 'var(--surface-2)';
  const main = `var(--${token})`;
  if (variant === 'filled') {
    const hover = token === 'accent' ? 'var(--accent-strong)' : main;
    return { background: main, hover, color: 'var(--on-accent)', border: '1px solid transparent' };
  }
  if (variant === 'default') {
    return {
      background: 'var(--surface-1)',
      hover: 'var(--surface-2)',
      color: 'var(--text)',
      border: '1px solid var(--line-strong)',
    };
  }
  if (variant === 'light') return { background: soft, hover: soft, color: main, border: '1px solid transparent' };
  const border = variant === 'outline' ? `1px solid ${main}` : '1px solid transparent';
  return { background: 'transparent', hover: soft, color: main, border };
};

/**
 * A list that opens as soon as its field has the focus hides what stands below, the words of a fault first; a click, a
 * letter and the arrow down open it.
 */
const OPENS_WHEN_ASKED = { defaultProps: { openOnFocus: false } };

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  colors: { accent: shades('accent'), clean: shades('clean'), suspect: shades('suspect'), fraud: shades('fraud') },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  defaultRadius: 'sm',
  // Spec LAY-CONST-08; Mantine's own names keep their meaning, the numbers are the product's.
  breakpoints: { xs: '22.5em', sm: '34em', md: '48em', lg: '62em', xl: '75em' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Autocomplete: OPENS_WHEN_ASKED,
    MultiSelect: OPENS_WHEN_ASKED,
    Select: OPENS_WHEN_ASKED,
    TagsInput: OPENS_WHEN_ASKED,
    Checkbox: { defaultProps: { size: 'md' } },
    Tooltip: {
      defaultProps: {
        openDelay: 200,
        withArrow: true,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    Button: { defaultProps: { size: 'sm' } },
    // The page behind is held by mantine.css: Mantine's own way writes a style tag, which the security policy refuses.
    Drawer: { defaultProps: { position: 'right', lockScroll: false, transitionProps: { duration: 160 } } },
    // A focusable thing inside of a menu that is no item of it is a fault to those who listen.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, lockScroll: false, transitionProps: { duration: 120 } } },
  },
});
