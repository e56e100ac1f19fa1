import { decodeToken } from '#platform/web/session/token.ts';

/**
 * `?token=` signs in directly (AUTH-UI-03). The token leaves the address before anything else loads, and only the
 * server decides whether it is good; a token that still waits for its one-time code opens nothing.
 */
export async function takeTokenFromAddress(): Promise<boolean> {
  const url = new URL(location.href);
  // Other pages have tokens of their own: the first run's link, say.
  if (url.pathname !== '/') return false;
  const token = url.searchParams.get('token');
  if (token === null) return false;
  url.searchParams.delete('token');
  history.replaceState(null, '', url.pathname + url.search);
  const claims = decodeToken(token);
  if (!claims || claims.twoFA_flag) return false;
  const { signInWithToken } = await import('#domains/account/web/sign-in-with-token.ts');
  return signInWithToken(token);
}
