import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createUser, userByEmail } from '#domains/account/server/users.ts';
import type { AppContext } from './app-context.ts';

const signIn = z.object({ title: z.string(), email: z.string(), password: z.string() });
export type SignIn = z.infer<typeof signIn>;

interface DemoPerson {
  title: string;
  email: string;
  name: string;
  role: string;
  publishers?: readonly string[];
}

const people = (publishers: readonly string[]): DemoPerson[] => [
  { title: 'administrator', email: 'admin@adsieve.example', name: 'Ada Admin', role: 'admin' },
  { title: 'agency', email: 'agency@adsieve.example', name: 'Alex Agency', role: 'agency' },
  { title: 'publisher', email: 'publisher@adsieve.example', name: 'Pia Publisher', role: 'publisher', publishers },
  { title: 'customer', email: 'customer@adsieve.example', name: 'Casey Customer', role: 'customer' },
];

/**
 * The four ready sign-ins, made on the first start with random passwords and kept in the data folder for its owner
 * only, so that every later start can print them again.
 */
export async function demoSignIns(
  context: AppContext,
  packages: readonly string[],
  publishers: readonly string[],
): Promise<SignIn[]> {
  const file = join(context.folder.path, 'demo-sign-ins.json');
  if (existsSync(file)) return z.array(signIn).parse(JSON.parse(readFileSync(file, 'utf8')));
  const made: SignIn[] = [];
  for (const { title, ...person } of people(publishers)) {
    const password = randomBytes(9).toString('base64url');
    if (await userByEmail(context.database, person.email))
      throw new Error(`${person.email} exists, but ${file} is gone; remove the user or restore the file`);
    await createUser(context.database, { ...person, password, packages });
    made.push({ title, email: person.email, password });
  }
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  return made;
}
