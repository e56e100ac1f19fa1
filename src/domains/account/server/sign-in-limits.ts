import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { byAddress, type RateRule } from '#platform/server/http/rate-limit.ts';
import { account } from '../contract/endpoints.ts';
import { onboarding } from '../contract/onboarding.ts';
import { passwords } from '../contract/passwords.ts';

const MINUTES = 60;
const HOURS = 60 * MINUTES;

/** Every call that a stranger can make and that costs a hash or a mail. */
const COSTLY: readonly EndpointShape[] = [
  account.login,
  account.exchange,
  onboarding.signUp,
  onboarding.verifyEmail,
  onboarding.email,
  passwords.forgot,
  passwords.set,
];
/** Of all networks together, a minute: a hash takes 20 ms of one core, so this is half a core at the worst. */
const OVERALL_A_MINUTE = 1_500;

/**
 * How often strangers may call at all, right or wrong; wrong passwords slow down further (`sign-in-guard.ts`). An
 * office behind one address must still get in on Monday morning, hence the wide limit per network.
 */
export const SIGN_IN_LIMITS: readonly RateRule[] = [
  ...COSTLY.map((endpoint) => ({
    endpoint,
    name: 'overall',
    max: OVERALL_A_MINUTE,
    seconds: MINUTES,
    by: () => endpoint.path,
  })),
  { endpoint: account.login, name: 'sign-in network', max: 100, seconds: 15 * MINUTES, by: byAddress },
  { endpoint: account.humanCheck, name: 'human-check network', max: 120, seconds: 5 * MINUTES, by: byAddress },
  { endpoint: account.exchange, name: 'login-code network', max: 30, seconds: 5 * MINUTES, by: byAddress },
  // What goes out by mail: per address as typed, so that known and unknown ones are answered alike.
  { endpoint: onboarding.signUp, name: 'sign-up network', max: 20, seconds: HOURS, by: byAddress },
  { endpoint: onboarding.signUp, name: 'sign-up address', max: 5, seconds: HOURS, by: byEmail },
  { endpoint: onboarding.verifyEmail, name: 'verify network', max: 60, seconds: HOURS, by: byAddress },
  { endpoint: onboarding.verifyEmail, name: 'verify address', max: 25, seconds: HOURS, by: byEmail },
  { endpoint: onboarding.email, name: 'probe network', max: 30, seconds: HOURS, by: byAddress },
  { endpoint: onboarding.email, name: 'probe address', max: 5, seconds: HOURS, by: byEmail },
  { endpoint: passwords.forgot, name: 'forgot network', max: 20, seconds: HOURS, by: byAddress },
  { endpoint: passwords.forgot, name: 'forgot address', max: 5, seconds: HOURS, by: byEmail },
  { endpoint: passwords.link, name: 'password-link network', max: 60, seconds: HOURS, by: byAddress },
  { endpoint: passwords.set, name: 'set-password network', max: 30, seconds: HOURS, by: byAddress },
];

/** Spelled as the account look-up spells it: another case is the same account. */
function byEmail({ body, params }: { body: unknown; params?: unknown }): string {
  return (emailIn(body) ?? emailIn(params) ?? '').trim().toLowerCase();
}

const emailIn = (part: unknown): string | undefined =>
  typeof part === 'object' && part !== null && 'email' in part ? String(part.email) : undefined;
