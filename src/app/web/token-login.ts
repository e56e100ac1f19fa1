import type { SignInAnswer } from '#domains/account/contract/endpoints.ts';

/** `refused`: the code was used, too old or made up. An answer: a second factor is asked for first. */
export type Arrival = 'signed_in' | 'refused' | SignInAnswer | undefined;

/**
 * `?token=` holds a one-time login code and signs in directly (AUTH-UI-03). It leaves the address before anything else
 * loads, and only the server decides whether it is good.
 */
export async function takeTokenFromAddress(): Promise<Arrival> {
  const url = new URL(location.href);
  // Other pages have tokens of their own: the first run's link, say.
  if (url.pathname !== '/') return undefined;
  const token = url.searchParams.get('token');
  if (token === null) return undefined;
  url.searchParams.delete('token');
  history.replaceState(null, '', url.pathname + url.search);
  const { signInWithCode } = await import('#domains/account/web/sign-in-with-code.ts');
  return signInWithCode(token);
}
