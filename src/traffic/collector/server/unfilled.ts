/** `{name}`, `{{name}}`, `${name}`, `%%NAME%%`, `[NAME]`, `__NAME__`: a macro that the tracker did not fill in. */
const UNFILLED = /^(?:\$?\{\{?[\w .:-]+\}?\}|%%[\w.:-]+%%|\[[A-Z][A-Z0-9_]+\]|__[A-Z][A-Z0-9_]+__)$/;
/** What one begins with: most values are told by their first letter. */
const BEGINS = new Set(['{', '$', '%', '[', '_']);

export const isUnfilled = (value: string): boolean => BEGINS.has(value[0] ?? '') && UNFILLED.test(value);
