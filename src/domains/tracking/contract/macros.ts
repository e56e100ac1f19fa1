import { MACROS } from './terms.ts';

const MACRO = /\{([a-z0-9_]+)\}/g;
const KNOWN: ReadonlySet<string> = new Set(MACROS);

/** Names in braces that nobody knows: they stay as they are, which is worth a warning. */
export const unknownMacros = (template: string): string[] => [
  ...new Set([...template.matchAll(MACRO)].flatMap(([, name = '']) => (KNOWN.has(name) ? [] : [name]))),
];
