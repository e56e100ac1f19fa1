import { createHash, timingSafeEqual } from 'node:crypto';
import type { AuthData } from '#domains/account/contract/endpoints.ts';
import { isCommonPassword } from '#platform/server/access/passwords.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { setup } from '../contract/endpoints.ts';
import { refuse } from './refuse.ts';

export interface SetupDeps {
  /** Printed by the console at first start; null once an administrator exists. */
  setupToken: () => Promise<string | null>;
  createAdministrator: (user: {
    name: string;
    email: string;
    password: string;
  }) => Promise<{ token: string; user: AuthData }>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Two who hold the link at the same moment: the second must find it used up. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

export function setupRoutes(deps: SetupDeps): Route[] {
  const inTurn = oneAtATime();
  return implement(setup)({
    state: async () => ({ needed: (await deps.setupToken()) !== null }),
    administrator: ({ body }) =>
      inTurn(async () => {
        const expected = await deps.setupToken();
        if (expected === null || !equal(expected, body.token)) throw refuse('setup_link_used', {}, { as: 'forbidden' });
        if (await isCommonPassword(body.password)) throw refuse('password_common', {}, { field: 'password' });
        const made = await deps.createAdministrator(body);
        return { status: true as const, message: 'Created successfully !', ...made };
      }),
  });
}
