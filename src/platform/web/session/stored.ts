/** Keys of local storage the spec names; nothing else is written there (SESS-ENT-04). */
export type StoredKey =
  | 'token'
  | 'auth_data'
  | 'dpackage'
  | 'selectedPackage'
  | 'enteredPackage'
  | 'email'
  | 'dash'
  | 'menu'
  | 'startDate'
  | 'endDate'
  | 'startDateValue'
  | 'dates'
  | 'LOGIN_TIME'
  | 'EXPIRED_TIME'
  | 'LAST_ACTIVITY'
  | 'ToggleAsideMenu';

const encode = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const decode = (base64: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));

/**
 * The one door to local storage: values are JSON in base64, and whatever cannot be read is `false`, never an exception
 * (SESS-RULE-01). Base64 hides nothing; it is the format other tools of the product's users expect.
 */
export const stored = {
  set(key: StoredKey, value: unknown): void {
    localStorage.setItem(key, encode(JSON.stringify(value)));
  },
  get(key: StoredKey): unknown {
    try {
      const base64 = localStorage.getItem(key);
      return base64 === null ? false : JSON.parse(decode(base64));
    } catch {
      return false;
    }
  },
  text(key: StoredKey): string | false {
    const value = stored.get(key);
    return typeof value === 'string' ? value : false;
  },
  number(key: StoredKey): number | false {
    const value = stored.get(key);
    return typeof value === 'number' ? value : false;
  },
  /** True even for a value that cannot be read: a corrupt token is still a session to end. */
  has: (key: StoredKey): boolean => localStorage.getItem(key) !== null,
};
