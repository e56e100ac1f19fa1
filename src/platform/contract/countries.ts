const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Unions, unknown and made-up places have names, too. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/**
 * Codes of countries there are (ISO 3166-1 alpha-2). The engine has names but no list; countries that are no more are
 * spelled as what they became, and left out by that.
 */
export const COUNTRIES: readonly string[] = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const isCountry = (code: string): boolean =>
    !NO_COUNTRY.has(code) &&
    names.of(code) !== undefined &&
    Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter(isCountry);
})();
