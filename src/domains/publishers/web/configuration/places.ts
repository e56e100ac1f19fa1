import type { ConfigurationView } from '#domains/publishers/contract/configuration-endpoints.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

export type ConfigurationKey = Pick<
  ConfigurationView,
  'package_name' | 'publisher' | 'dashboard_type' | 'configuration_name'
>;

const KEY = ['publisher', 'dashboard_type', 'configuration_name'] as const;

/** Addresses of the screens: those of apps are spelled otherwise (PCFG-GAP-03). */
export function usePlaces() {
  const { pkg } = useSelection();
  const base = pkg.platform === 'app' ? '/app/publisher_report' : '/web/publisher_report';
  const search = `?${new URLSearchParams({ package: pkg.package_name })}`;
  return {
    list: `${pkg.platform === 'app' ? base : '/web/publisher-report'}${search}`,
    add: `${base}/add${search}`,
    one: (row: ConfigurationKey): string => {
      const key = Object.fromEntries(KEY.map((name) => [name, row[name]]));
      return `${base}/view?${new URLSearchParams({ package: pkg.package_name, ...key })}`;
    },
  };
}
