/** Who the browser tests sign in as; `seed.ts` makes them. */
export const PASSWORD = 'a long enough password';
export const EMPTY_PACKAGE = 'nothing-yet.example';
export const WEB = 'lindenloom.example';
export const APP = 'com.example.harbourtales';

export type PersonKey = 'admin' | 'agency' | 'publisher' | 'customer' | 'leaver' | 'disabled' | 'unassigned';

export interface Person {
  email: string;
  password: string;
  /** An open session. */
  token: string;
  auth: { id: number; role: string; name: string; publisher: { publisher_name: string }[] };
}

export type People = Record<PersonKey, Person>;
