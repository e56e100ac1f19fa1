import { type EndCause, endSession } from './end-session.ts';
import { sessionOverAt } from './session.ts';
import { stored } from './stored.ts';

export const IDLE_MS = 900_000;
export const EXPIRY_CHECK_MS = 180_000;
/** How long before the end the person is asked (SESS-GAP-06). */
export const WARNING_MS = 60_000;
const TICK_MS = 1000;
/** Other tabs hear of activity at most this often. */
const SHARE_MS = 5000;

const ACTIVITY = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

export interface EndWarning {
  cause: 'idle' | 'expired';
  secondsLeft: number;
}

/**
 * Watches a signed-in page: ends it after 15 idle minutes or when its token runs out (looked at every 3 minutes), warns
 * a minute before either, and follows other tabs: activity in one keeps all, sign-out in one ends all.
 */
export function watchSession(
  onWarning: (warning: EndWarning | null) => void,
  end: (cause: EndCause) => void = endSession,
  keepAlive: () => void = () => {},
) {
  const startedAt = Date.now();
  let lastActivity = startedAt;
  let lastShared = 0;
  let lastCheck = startedAt;
  let warned = false;

  const stop = (): void => {
    clearInterval(timer);
    for (const name of ACTIVITY) removeEventListener(name, onActivity, { capture: true });
    removeEventListener('storage', onStorage);
  };
  const finish = (cause: EndCause): void => {
    stop();
    end(cause);
  };
  /** The three-minute check that will find the session over. */
  const expiryEnd = (): number =>
    startedAt + Math.max(1, Math.ceil((sessionOverAt() - startedAt) / EXPIRY_CHECK_MS)) * EXPIRY_CHECK_MS;

  const warn = (now: number): void => {
    const idleEnd = lastActivity + IDLE_MS;
    const expiry = expiryEnd();
    const endsAt = Math.min(idleEnd, expiry);
    const due = endsAt - now <= WARNING_MS;
    if (due)
      onWarning({
        cause: endsAt === expiry ? 'expired' : 'idle',
        secondsLeft: Math.max(0, Math.ceil((endsAt - now) / 1000)),
      });
    else if (warned) onWarning(null);
    warned = due;
  };

  const tick = () => {
    const now = Date.now();
    if (now - lastActivity >= IDLE_MS) return finish('idle');
    if (now - lastCheck >= EXPIRY_CHECK_MS) {
      lastCheck = now;
      if (now >= sessionOverAt()) return finish('expired');
      // The server counts idleness by requests: reading a board without a call must not end the session there.
      if (now - lastActivity < EXPIRY_CHECK_MS) keepAlive();
    }
    warn(now);
  };

  const onActivity = () => {
    const now = Date.now();
    // Waking a laptop moves the mouse before any timer runs; that is not activity within the limit.
    if (now - lastActivity >= IDLE_MS) return finish('idle');
    lastActivity = now;
    if (now - lastShared < SHARE_MS) return;
    lastShared = now;
    stored.set('LAST_ACTIVITY', now);
  };

  const onStorage = (event: StorageEvent): void => {
    if (event.key === 'LAST_ACTIVITY') lastActivity = Math.max(lastActivity, stored.number('LAST_ACTIVITY') || 0);
    if (event.key === null || (event.key === 'token' && event.newValue === null)) finish('signed-out');
  };

  const timer = setInterval(tick, TICK_MS);
  for (const name of ACTIVITY) addEventListener(name, onActivity, { capture: true, passive: true });
  addEventListener('storage', onStorage);
  return stop;
}
