import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSearchFor } from './kept-search.ts';
import type { MenuGroup } from './menu-groups.ts';
import { menuIcon } from './menu-icons.ts';

/** Ctrl+K: every page of the menu by name. Loaded when first asked for. */
export function PageSearch({
  groups,
  opened,
  onClose,
}: {
  groups: readonly MenuGroup[];
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(['shell', 'pages']);
  const navigate = useNavigate();
  const search = useSearchFor();
  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);
  const words = (text: string): string => t(`pages:${text}`, { defaultValue: text });
  const actions: SpotlightActionData[] = groups.flatMap((group) =>
    group.sub.flatMap((sub) =>
      sub.entries.map((entry) => {
        const Icon = menuIcon(entry.menu_icon);
        return {
          id: entry.route,
          label: words(entry.menu_title),
          description: `${words(group.category)} › ${words(sub.name)}`,
          keywords: [entry.menu_title, entry.route],
          leftSection: <Icon size={20} stroke={1.6} aria-hidden />,
          onClick: () => void navigate(`${entry.route}${search(entry.route)}`),
        };
      }),
    ),
  );
  return (
    <Spotlight
      onSpotlightClose={onClose}
      shortcut={null}
      actions={actions}
      highlightQuery
      limit={12}
      nothingFound={t('shell:search_none')}
      searchProps={{
        'aria-label': t('shell:search'),
        placeholder: t('shell:search_pages'),
        leftSection: <IconSearch size={18} aria-hidden />,
      }}
    />
  );
}
