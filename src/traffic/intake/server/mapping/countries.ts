/** Spellings outside ISO 3166 that exports use. */
const ODD_CODES: Readonly<Record<string, string>> = {
  uk: 'GB',
  el: 'GR',
  usa: 'US',
  'united states of america': 'US',
  'russian federation': 'RU',
  'korea, republic of': 'KR',
  'republic of korea': 'KR',
  'viet nam': 'VN',
  'great britain': 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
};

/** Lower-case code or English name → ISO 3166 alpha-2 code. */
export const COUNTRY_CODES: Readonly<Record<string, string>> = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const codes: Record<string, string> = {};
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code);
      if (!name) continue;
      codes[code.toLowerCase()] = code;
      codes[name.toLowerCase()] = code;
    }
  }
  // Country codes of the unassigned range and of groups are no countries.
  for (const code of ['xa', 'xb', 'zz', 'eu', 'ez', 'un', 'qo']) delete codes[code];
  return { ...codes, ...ODD_CODES };
})();
