import { createHash, timingSafeEqual } from 'node:crypto';
import type { AuthData } from '#domains/account/contract/endpoints.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { setup } from '../contract/endpoints.ts';

export interface SetupDeps {
  /** Printed by the console at first start; null once an administrator exists. */
  token: () => Promise<string | null>;
  createAdministrator: (user: {
    name: string;
    email: string;
    password: string;
  }) => Promise<{ token: string; user: AuthData }>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

export function setupRoutes(deps: SetupDeps): Route[] {
  return implement(setup)({
    state: async () => ({ needed: (await deps.token()) !== null }),
    administrator: async ({ body }) => {
      const expected = await deps.token();
      if (expected === null || !equal(expected, body.token))
        throw appError('forbidden', { message: 'This first-run link is used up or wrong' });
      const made = await deps.createAdministrator(body);
      return { status: true, message: 'Created successfully !', ...made };
    },
  });
}
