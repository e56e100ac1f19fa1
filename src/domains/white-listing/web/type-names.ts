import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boardsOfPlatform, kindsOfType } from '#analytics/contract/dashboard-kinds.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** Dashboards of the package by the names their pages have. A type that only calls name is the dashboard it means. */
export function useTypeNames() {
  const { t } = useTranslation('pages');
  const { pkg } = useSelection();
  return useMemo(() => {
    const boards = boardsOfPlatform(pkg.platform).map(({ type, title }) => ({
      value: type,
      label: t(title, { defaultValue: title }),
      kinds: kindsOfType(pkg.platform, type).join(),
    }));
    const of = (type: DashboardType) => {
      const kinds = kindsOfType(pkg.platform, type).join();
      return boards.find(({ value }) => value === type) ?? boards.find((board) => board.kinds === kinds);
    };
    return {
      choices: (stored: DashboardType | null) =>
        boards.map(({ value, label }) => ({
          // A stored rule keeps the name it was made under.
          value: stored !== null && of(stored)?.value === value ? stored : value,
          label,
        })),
      name: (type: DashboardType | null): string => (type === null ? '' : (of(type)?.label ?? type)),
    };
  }, [t, pkg.platform]);
}
