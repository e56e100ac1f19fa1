import { endSession } from '../session/end-session.ts';
import { stored } from '../session/stored.ts';
import { ApiError } from './api-error.ts';

/**
 * The server no longer knows the session, whatever the stored token says: it ends here too, for reads and writes alike
 * (ERR-GAP-03). A refused sign-in has a code of its own and ends nothing.
 */
export function endIfGone(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not_signed_in' && stored.has('token')) endSession('expired');
}
