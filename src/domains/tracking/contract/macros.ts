import { MACROS } from './terms.ts';

const MACRO = /\{([a-z0-9_]+)\}/g;
/** Half of a character, which no address has. */
const HALF = /\p{Surrogate}/gu;
const KNOWN: ReadonlySet<string> = new Set(MACROS);

export type MacroValues = Partial<Record<(typeof MACROS)[number], string>>;

/** Names in braces that nobody knows: they stay as they are, which is worth a warning. */
export const unknownMacros = (template: string): string[] => [
  ...new Set([...template.matchAll(MACRO)].flatMap(([, name = '']) => (KNOWN.has(name) ? [] : [name]))),
];

/** The template with its macros filled, every value percent-encoded; one that is not known here is filled with nothing. */
export function fillMacros(template: string, values: MacroValues): string {
  const known: Readonly<Record<string, string | undefined>> = values;
  return template.replace(MACRO, (whole, name: string) =>
    KNOWN.has(name) ? encodeURIComponent((known[name] ?? '').replace(HALF, '\uFFFD')) : whole,
  );
}
