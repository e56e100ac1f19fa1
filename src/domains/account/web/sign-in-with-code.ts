import { account, type SignInAnswer } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { saveSession } from '#platform/web/session/session.ts';

/** Exchanges a one-time login code; a session is saved only when the server opened one. */
export async function signInWithCode(token: string): Promise<'signed_in' | 'refused' | SignInAnswer> {
  try {
    const answer = await call(account.exchange, { body: { token } });
    if (answer.two_factor) return answer;
    if (!answer.user) return 'refused';
    saveSession(answer.token, answer.user);
    return 'signed_in';
  } catch {
    return 'refused';
  }
}
