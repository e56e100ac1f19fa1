const NONE: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO']);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes of countries (ISO 3166 alpha-2) the browser has a name for. */
export const COUNTRIES: readonly string[] = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const all = [...LETTERS].flatMap((a) => [...LETTERS].map((b) => a + b));
  // Unions and unknown places have names, too; countries that are no more are spelled as what they became.
  return all.filter(
    (code) =>
      names.of(code) !== undefined && !NONE.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`,
  );
})();
