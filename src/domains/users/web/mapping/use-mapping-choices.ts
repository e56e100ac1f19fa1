import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogues } from '#domains/users/contract/mappings.ts';
import { query } from '#platform/web/api/call.ts';
import type { TreeGroup } from '#platform/web/form/selection-tree.tsx';

interface Choices {
  menu: readonly TreeGroup[];
  filters: readonly TreeGroup[];
  loading: boolean;
}

/** The menu catalogue and the filters as trees: what fits the kind of the package, as the menu groups it. */
export function useMappingChoices(platform: 'web' | 'app' | undefined): Choices {
  const { t } = useTranslation(['pages', 'users', 'fields']);
  const menu = useQuery(query(catalogues.menu, {}));
  const filters = useQuery(query(catalogues.filter, {}));
  return useMemo(() => {
    const groups = new Map<string, { id: string; label: string; hint: string }[]>();
    for (const entry of menu.data?.data ?? []) {
      if (entry.hidden || entry.category === 'Administration') continue;
      const other = platform === 'web' ? 'App' : platform === 'app' ? 'Web' : undefined;
      if (entry.category === other) continue;
      const word = (text: string): string => t(`pages:${text}`, { defaultValue: text });
      const label = [entry.category, entry.sub_category]
        .filter((part) => part !== '')
        .map(word)
        .join(' · ');
      const leaves = groups.get(label) ?? [];
      leaves.push({ id: entry.page_id, label: word(entry.menu_title), hint: entry.route || '/error' });
      groups.set(label, leaves);
    }
    const offered = (filters.data?.data ?? []).filter(
      ({ platforms }) => platform === undefined || platforms.includes(platform),
    );
    return {
      menu: [...groups].map(([label, leaves]) => ({ label, leaves })),
      filters: [
        {
          label: t('users:filters'),
          leaves: offered.map(({ id, title }) => ({ id, label: t(`fields:dimension.${id}`, { defaultValue: title }) })),
        },
      ],
      loading: menu.isPending || filters.isPending,
    };
  }, [menu.data, menu.isPending, filters.data, filters.isPending, platform, t]);
}
