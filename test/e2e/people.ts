/** Who the browser tests sign in as; `seed.ts` makes them. */
export const PASSWORD = 'a long enough password';
export const EMPTY_PACKAGE = 'nothing-yet.example';
export const WEB = 'lindenloom.example';
export const APP = 'com.example.harbourtales';

/**
 * The first four and `unassigned` are shared and only look; whoever changes the state of a person has one of their own.
 */
export type PersonKey =
  | 'admin'
  | 'agency'
  | 'publisher'
  | 'customer'
  | 'disabled'
  | 'unassigned'
  // Signs out.
  | 'leaver'
  // Changes the password.
  | 'changer'
  // Changes the language and signs out.
  | 'linguist'
  // Is sent to other landing pages.
  | 'lander'
  // Looks at the product as somebody else: the whole session does, so it is nobody's but hers.
  | 'viewer';

export interface Person {
  email: string;
  password: string;
  /** An open session. */
  token: string;
  auth: { id: number; role: string; name: string; publisher: { publisher_name: string }[] };
}

export type People = Record<PersonKey, Person>;
