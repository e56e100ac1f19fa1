const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * By HTTPS the name carries a prefix that the browser holds us to: Secure, this host only, whole site (ASVS 3.3.1). A
 * laptop is served by plain HTTP, where such a cookie would not be kept at all.
 */
const byTls = (): boolean => location.protocol === 'https:';
const fullName = (name: string): string => (byTls() ? `__Host-${name}` : name);

/** Choices that outlive a session (theme, language, table columns): signing out empties local storage, cookies stay. */
export function readCookie(name: string): string | undefined {
  const prefix = `${fullName(name)}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(prefix));
  return found === undefined ? undefined : decodeURIComponent(found.slice(prefix.length));
}

export function writeCookie(name: string, value: string): void {
  const attributes = `path=/; max-age=${YEAR_SECONDS}; samesite=lax${byTls() ? '; secure' : ''}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and off on plain http.
  document.cookie = `${fullName(name)}=${encodeURIComponent(value)}; ${attributes}`;
}
