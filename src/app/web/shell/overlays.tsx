import { lazy, Suspense, useCallback, useState } from 'react';
import { useTour } from '#domains/account/web/tour/tour-state.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import { useShortcut } from '#platform/web/keys/use-shortcut.ts';
import type { MenuGroup } from './menu-groups.ts';

/** None is needed to see a page: they come, with their words, when they are first asked for. */
const Palette = lazy(() =>
  withTexts(import('../palette/palette.tsx'), ['palette', 'traffic']).then((m) => ({ default: m.Palette })),
);
const KeysDialog = lazy(() =>
  withTexts(import('../palette/keys-dialog.tsx'), ['palette']).then((m) => ({ default: m.KeysDialog })),
);
const Tour = lazy(() =>
  withTexts(import('#domains/account/web/tour/tour.tsx'), ['tour']).then((m) => ({ default: m.Tour })),
);

/** What lies above every page, one at a time. */
export function useOverlays() {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const find = useCallback(() => setShown('palette'), []);
  const keys = useCallback(() => setShown('keys'), []);
  const close = useCallback(() => setShown(undefined), []);
  useShortcut('find', () => setShown((open) => (open === 'palette' ? undefined : 'palette')));
  useShortcut('keys', keys);
  return { shown, find, keys, close };
}

interface Props extends ReturnType<typeof useOverlays> {
  groups: readonly MenuGroup[];
  routes: readonly string[];
}

export function Overlays({ shown, keys, close, groups, routes }: Props) {
  const tour = useTour();
  return (
    <Suspense>
      {tour && <Tour state={tour} />}
      {shown === 'palette' && <Palette groups={groups} routes={routes} onClose={close} onKeys={keys} />}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
}
