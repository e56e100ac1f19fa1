import { hash, verify } from '@node-rs/argon2';

// OWASP's second recommended setting for argon2id: 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/** Costs the same whether the account exists or not, so that answering time names no account. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such account');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== undefined && matches;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the 49,000 most used ones (the list of zxcvbn-ts, MIT), whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when first asked for: most starts never need it.
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((each) => String(each).toLowerCase())),
  );
  return (await common).has(password.toLowerCase()) || isOfOwnWords(password);
}

/** What somebody who knows only where they are would try first: the product and its trade. */
export const OWN_WORDS = [
  'adsieve',
  'administrator',
  'admin',
  'password',
  'dashboard',
  'publisher',
  'campaign',
  'traffic',
  'fraud',
  'click',
  'install',
  'welcome',
  'ad',
] as const;

/** Nothing but those words, digits and what stands between them: `Adsieve-2026!`. */
const ONLY_OWN_WORDS = new RegExp(`^(?:${OWN_WORDS.join('|')}|[^\\p{L}])+$`, 'iu');
const isOfOwnWords = (password: string): boolean =>
  /\p{L}/u.test(password) && ONLY_OWN_WORDS.test(password.normalize('NFKC'));
