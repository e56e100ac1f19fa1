import { useSelection } from '#platform/web/layout/selection.tsx';

/** Addresses of the screens: those of apps begin otherwise. An address of a rule names its key (WL-GAP-02). */
export function usePlaces() {
  const { pkg } = useSelection();
  const base = pkg.platform === 'app' ? '/app/white-listing' : '/white-listing';
  const own = { package: pkg.package_name };
  return {
    list: `${base}?${new URLSearchParams(own)}`,
    add: `${base}/add?${new URLSearchParams(own)}`,
    edit: (analysis: string, name: string): string =>
      `${base}/edit?${new URLSearchParams({ ...own, package_name: pkg.package_name, analysis, rule_name: name })}`,
  };
}
