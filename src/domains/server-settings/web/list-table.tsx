import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Health } from '#domains/server-settings/contract/endpoints.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { listName } from './names.ts';
import styles from './server.module.css';

type List = Health['lists'][number];

/** Lists the detectors look things up in: how old they are, and which is missing. */
export function ListTable({ lists }: { lists: readonly List[] }) {
  const { t } = useTranslation('server');
  const columns = useMemo(
    (): Column<List>[] => [
      { id: 'title', header: t('list'), kind: 'text', width: 320, value: (list) => listName(list, t) },
      { id: 'date', header: t('date'), kind: 'date' },
      // A database that is searched whole says of no entries how many there are.
      {
        id: 'entries',
        header: t('entries'),
        kind: 'number',
        value: ({ entries, blind }) => (entries === 0 && !blind ? null : entries),
      },
      { id: 'origin', header: t('origin'), kind: 'text', width: 130, value: ({ origin }) => t(`origin_${origin}`) },
      {
        id: 'blind',
        header: t('state'),
        kind: 'text',
        width: 220,
        value: ({ blind }) => t(blind ? 'blind' : 'in_use'),
      },
    ],
    [t],
  );
  return (
    <div className={styles.table}>
      <DataTable
        id="server-lists"
        caption={t('lists')}
        columns={columns}
        rows={lists}
        rowKey={({ id }) => id}
        density="compact"
      />
    </div>
  );
}
