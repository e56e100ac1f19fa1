import { useCallback } from 'react';
import {
  type CLICKS,
  type ConfigurationView,
  configurationEndpoints,
} from '#domains/publishers/contract/configuration-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

type Of = Pick<ConfigurationView, 'publisher' | 'dashboard_type' | 'configuration_name'>;

/** Counts what is clicked (PCFG-API-15). Nobody waits for it, and nobody is told when it fails. */
export function useCountClick(): (action: (typeof CLICKS)[number], of?: Of) => void {
  const { pkg } = useSelection();
  return useCallback(
    (action, of) => {
      const said = of && {
        publisher: of.publisher,
        dashboard_type: of.dashboard_type,
        configuration_name: of.configuration_name,
      };
      const body = { package_name: pkg.package_name, action, ...said };
      call(configurationEndpoints.click, { body }).catch(() => undefined);
    },
    [pkg.package_name],
  );
}
