import { useSelection } from '#platform/web/layout/selection.tsx';

const BASE = '/brand-relevancy';

/** Addresses of the screens, with the package they are about. */
export function usePlaces() {
  const { pkg } = useSelection();
  const with_ = (path: string, more: Readonly<Record<string, string>> = {}): string =>
    `${path}?${new URLSearchParams({ package: pkg.package_name, ...more })}`;
  return {
    requirements: with_(`${BASE}/brief-config`),
    addRequirement: with_(`${BASE}/brief/add`),
    editRequirement: (reference: string) => with_(`${BASE}/brief/edit`, { reference }),
    keywords: (reference: string) => with_(`${BASE}/keyword-manipulation`, { reference }),
  };
}
