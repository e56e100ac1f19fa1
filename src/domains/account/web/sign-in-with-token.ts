import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { saveSession } from '#platform/web/session/session.ts';

/** Asks the server who a token belongs to; a session is saved only when it answers. */
export async function signInWithToken(token: string): Promise<boolean> {
  try {
    const { data } = await call(account.me, {}, { token });
    saveSession(token, data);
    return true;
  } catch {
    return false;
  }
}
