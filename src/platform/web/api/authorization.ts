import { stored } from '../session/stored.ts';

/** The token as the server gave it, without a scheme (AUTH-GAP-18). */
export function authorization(): Record<string, string> {
  const token = stored.text('token');
  return token ? { authorization: token } : {};
}
