import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import { account } from '../contract/endpoints.ts';

const MINUTES = 60;

/**
 * Guessing passwords is slow per account and per network; unknown accounts are counted like known ones. An office behind
 * one address must still get in on Monday morning, hence the wide limit per network. One network alone cannot use up what
 * an account may try from everywhere, so a stranger does not keep its owner out.
 */
export const SIGN_IN_LIMITS: readonly RateRule[] = [
  { endpoint: account.login, name: 'sign-in network', max: 100, seconds: 15 * MINUTES, by: byAddress },
  {
    endpoint: account.login,
    name: 'sign-in account from network',
    max: 10,
    seconds: 15 * MINUTES,
    by: (request) => `${byEmail(request)} ${byAddress(request)}`,
  },
  { endpoint: account.login, name: 'sign-in account', max: 50, seconds: 15 * MINUTES, by: byEmail },
  { endpoint: account.humanCheck, name: 'human-check network', max: 120, seconds: 5 * MINUTES, by: byAddress },
];

/** Spelled as the account look-up spells it: another case is the same account. */
function byEmail({ body }: { body: unknown }): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : '';
  return String(email).trim().toLowerCase();
}
