export type EndCause = 'expired' | 'idle' | 'signed-out';

/** Where the sign-in page finds out why it is shown; session storage, because ending clears local storage. */
const NOTICE = 'session_end';

const NOTES: Record<EndCause, string | undefined> = {
  expired: 'Session expired',
  idle: 'IDLE timeout',
  'signed-out': undefined,
};

/** Clears everything stored and goes to the site root. A full load, so that nothing of the session stays in memory. */
export function endSession(cause: EndCause): void {
  const note = NOTES[cause];
  if (note) console.info(note);
  localStorage.clear();
  sessionStorage.setItem(NOTICE, cause);
  location.replace('/');
}

/** Why the last session ended; told once. */
export function takeEndNotice(): EndCause | undefined {
  const cause = sessionStorage.getItem(NOTICE);
  sessionStorage.removeItem(NOTICE);
  return cause === 'expired' || cause === 'idle' || cause === 'signed-out' ? cause : undefined;
}
