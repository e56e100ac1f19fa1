import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { endSession } from '#platform/web/session/end-session.ts';

/** Longest wait for a server that does not answer (SESS-GAP-03). */
const PATIENCE_MS = 2000;

/** Ends the session on the server and here; here in any case. */
export async function signOut(): Promise<void> {
  await Promise.race([
    call(account.logout, {}, { timeoutMs: PATIENCE_MS }).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
  endSession('signed-out');
}
