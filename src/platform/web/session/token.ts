export interface Token {
  id: unknown;
  /** Seconds since the epoch. */
  exp: number;
  twoFA_flag: boolean;
}

/**
 * Payload of a session token; false when it cannot be decoded or never expires. Never proves anything: the server does.
 */
export function decodeToken(token: string | false): Token | false {
  try {
    if (token === false) return false;
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims) || typeof claims.exp !== 'number')
      return false;
    return {
      id: 'id' in claims ? claims.id : undefined,
      exp: claims.exp,
      twoFA_flag: 'twoFA_flag' in claims && claims.twoFA_flag === true,
    };
  } catch {
    return false;
  }
}
