import { Button, Group, Modal } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import type { ImportView } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';
import { isSweeping, isWorking, leftOut } from './import-numbers.ts';
import { useImportActions, useImports } from './use-imports.ts';

const DANGER: ReadonlySet<string> = new Set(['failed']);

/** Every import of the package with its state; opening one shows progress or result above. */
export function ImportList({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation('import');
  const { pkg } = useSelection();
  const heading = useId();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<ImportView | null>(null);
  const list = useImports(pkg.package_name, page);
  const { undo } = useImportActions();
  const mayUndo = userMay('import.write');

  const columns = useMemo(
    (): Column<ImportView>[] => [
      {
        id: 'file_name',
        header: t('file'),
        kind: 'link',
        width: 240,
        sortable: false,
        href: ({ id }) => `?${new URLSearchParams({ package: pkg.package_name, import: String(id) })}`,
      },
      { id: 'created_at', header: t('started'), kind: 'datetime', timeZone: pkg.time_zone, sortable: false },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 150,
        sortable: false,
        render: (row) => (
          <span className={styles.state} data-danger={DANGER.has(row.state) || undefined}>
            {t(`state_${row.state}`)}
            {(isWorking(row) || isSweeping(row)) && ` ${format.percent(row.progress, 0)}`}
          </span>
        ),
      },
      { id: 'accepted', header: t('accepted'), kind: 'number', sortable: false },
      { id: 'rejected', header: t('rejected'), kind: 'number', sortable: false },
      { id: 'left_out', header: t('left_out'), kind: 'number', sortable: false, value: leftOut },
      { id: 'duplicates', header: t('duplicates'), kind: 'number', sortable: false, width: 120 },
      { id: 'format', header: t('format'), kind: 'text', width: 120, sortable: false, hidden: true },
      ...(mayUndo
        ? [
            {
              id: 'action',
              header: t('action'),
              kind: 'text' as const,
              width: 168,
              sortable: false,
              render: (row: ImportView) =>
                row.state === 'done' && (
                  <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsked(row)}>
                    {t('undo')}
                  </Button>
                ),
            },
          ]
        : []),
    ],
    [t, pkg, format, mayUndo],
  );

  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('imports')}</h3>
      <DataTable
        id="imports"
        caption={t('imports')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => onOpen(id)}
        {...pageOfList(list, { page, onPage: setPage })}
        empty={{ why: t('imports_none') }}
      />
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('undo_title')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <p className={styles.ask}>
          {t('undo_ask', {
            name: asked?.file_name ?? '',
            n: format.number((asked?.accepted ?? 0) - (asked?.duplicates ?? 0)),
          })}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setAsked(null)}>
            {t('keep')}
          </Button>
          <Button
            color="fraud"
            onClick={() => {
              if (asked) undo.mutate(asked);
              setAsked(null);
            }}
          >
            {t('undo_do')}
          </Button>
        </Group>
      </Modal>
    </section>
  );
}
