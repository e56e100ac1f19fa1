import { lazy, Suspense, useEffect, useState } from 'react';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { endSession } from '#platform/web/session/end-session.ts';
import { type EndWarning as Warning, watchSession } from '#platform/web/session/watch-session.ts';

const EndWarning = lazy(() => import('./end-warning.tsx').then((m) => ({ default: m.EndWarning })));

const stayKnown = (): void => void call(account.me, {}).catch(() => {});

/**
 * Watches the session and asks a minute before it ends. Any activity keeps an idle session; expiry cannot be put off.
 */
export function SessionWarning() {
  const [warning, setWarning] = useState<Warning | null>(null);
  const [needed, setNeeded] = useState(false);
  if (warning && !needed) setNeeded(true);
  useEffect(() => watchSession(setWarning, endSession, stayKnown), []);
  return needed ? (
    <Suspense>
      <EndWarning warning={warning} onClose={() => setWarning(null)} />
    </Suspense>
  ) : null;
}
