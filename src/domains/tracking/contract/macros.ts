import { MACROS } from './terms.ts';

const MACRO = /\{([a-z0-9_]+)\}/g;
/** Half of a character, which no address has. */
const HALF = /\p{Surrogate}/gu;
const KNOWN: ReadonlySet<string> = new Set(MACROS);
const isMacro = (name: string): name is Macro => KNOWN.has(name);

export type Macro = (typeof MACROS)[number];

/** What a macro stands for; undefined where that is not known. Of two dozen an address names two. */
export type ReadMacro = (name: Macro) => string | undefined;

/** Names in braces that nobody knows: they stay as they are, which is worth a warning. */
export const unknownMacros = (template: string): string[] => [
  ...new Set([...template.matchAll(MACRO)].flatMap(([, name = '']) => (isMacro(name) ? [] : [name]))),
];

/** No conversion can follow from a page that is not told which click it was. What is not written yet lacks nothing. */
export const lacksClickId = (template: string): boolean => template.trim() !== '' && !template.includes('{click_id}');

/** The template with its macros filled, every value percent-encoded; one that is not known here is filled with nothing. */
export function fillMacros(template: string, read: ReadMacro): string {
  return template.replace(MACRO, (whole, name: string) =>
    isMacro(name) ? encodeURIComponent((read(name) ?? '').replace(HALF, '\uFFFD')) : whole,
  );
}
