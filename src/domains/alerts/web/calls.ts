import { appAlerts, webAlerts } from '#domains/alerts/contract/endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** Calls and addresses of alerts: of sites and of apps there is one each. */
export function usePlace() {
  const { pkg } = useSelection();
  const isApp = pkg.platform === 'app';
  const base = isApp ? '/app/alert-page' : '/alert-page';
  const search = `?${new URLSearchParams({ package: pkg.package_name })}`;
  return {
    calls: isApp ? appAlerts : webAlerts,
    list: `${base}${search}`,
    add: `${base}/add${search}`,
    one: (id: number): string => `${base}/${id}${search}`,
  };
}
