import { lazy, Suspense, useState } from 'react';
import type { MenuGroup } from './menu-groups.ts';

const PageSearch = lazy(() => import('./page-search.tsx').then((m) => ({ default: m.PageSearch })));

interface Props {
  groups: readonly MenuGroup[];
  opened: boolean;
  onClose: () => void;
}

/** Keeps the search out of the first load; once asked for it stays mounted, so that it can close gently. */
export function SearchDialog(props: Props) {
  const [wanted, setWanted] = useState(false);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <PageSearch {...props} />
    </Suspense>
  );
}
