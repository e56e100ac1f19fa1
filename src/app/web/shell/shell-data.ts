import { useSuspenseQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { account, type MenuEntry } from '#domains/account/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { query } from '#platform/web/api/call.ts';
import { stored } from '#platform/web/session/stored.ts';

export interface ShellData {
  menu: readonly MenuEntry[];
  /** Routes that count for the guard, hidden companions included. */
  routes: readonly string[];
  packages: readonly PackageInfo[];
}

/** Menu and packages of the person, asked for once when the layout mounts. */
export function useShellData(): ShellData {
  const [menu, packages] = useSuspenseQueries({ queries: [query(account.menu, {}), query(account.packages, {})] });
  useEffect(() => stored.set('menu', menu.data.data), [menu.data]);
  return useMemo(
    () => ({
      menu: menu.data.data,
      routes: menu.data.data.map((entry) => entry.route),
      packages: packages.data.data,
    }),
    [menu.data, packages.data],
  );
}
