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
