import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { liveEndpoints, type WriteKeyView } from '#traffic/collector/contract/live-endpoints.ts';
import { KeyForm, KeySecret } from './key-form.tsx';
import styles from './live.module.css';

const POLL_MS = 10_000;

/** Who may send: secrets of the package, each shown once. */
export function WriteKeys() {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const heading = useId();
  const [opened, setOpened] = useState<'new' | { secret: string }>();
  const list = useQuery({
    ...query(liveEndpoints.keys, { query: { package_name: pkg.package_name } }),
    // When one was last used changes by itself.
    refetchInterval: POLL_MS,
  });
  const close = () => setOpened(undefined);
  const rotate = useConfirmed({
    run: async ({ id }: WriteKeyView) => {
      const answer = await call(liveEndpoints.rotateKey, { params: { id } });
      setOpened({ secret: answer.data.secret });
      return answer;
    },
    question: ({ name }) => ({ title: t('ask_rotate', { name }), confirm: t('rotate'), why: <p>{t('why_rotate')}</p> }),
    done: () => t('rotated'),
  });
  const revoke = useConfirmed({
    run: ({ id }: WriteKeyView) => call(liveEndpoints.revokeKey, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_revoke', { name }), confirm: t('revoke'), why: <p>{t('why_revoke')}</p> }),
    done: () => t('revoke_done'),
  });
  const columns = useColumns(rotate.ask, revoke.ask);
  const add = userMay('import.write') && <AddButton onClick={() => setOpened('new')}>{t('make_key')}</AddButton>;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading}>{t('keys')}</h3>
        {add}
      </div>
      <DataTable
        id="write-keys"
        caption={t('keys')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        {...pageOfList(list)}
        empty={{ why: t('keys_none') }}
      />
      <SidePanel opened={opened !== undefined} title={t('make_key')} onClose={close} stays>
        {opened === 'new' && <KeyForm onDone={close} />}
        {opened !== undefined && opened !== 'new' && <KeySecret secret={opened.secret} onDone={close} />}
      </SidePanel>
      {rotate.dialog}
      {revoke.dialog}
    </section>
  );
}

function useColumns(onRotate: (row: WriteKeyView) => void, onRevoke: (row: WriteKeyView) => void) {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const format = useFormat();
  const mayEdit = userMay('import.write');
  return useMemo(
    (): Column<WriteKeyView>[] => [
      { id: 'name', header: t('name'), kind: 'text', width: 190 },
      { id: 'hint', header: t('key'), kind: 'text', width: 120, value: ({ hint }) => `${hint}…` },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 110,
        value: ({ revoked_at }) => t(revoked_at ? 'revoked' : 'active'),
      },
      { id: 'last_used_at', header: t('last_used'), kind: 'datetime', timeZone: pkg.time_zone, width: 175 },
      {
        id: 'origins',
        header: t('origins'),
        kind: 'text',
        width: 220,
        value: ({ origins }) => (origins.length === 0 ? t('servers_only') : origins.join(', ')),
      },
      { id: 'today', header: t('today'), kind: 'number', width: 130 },
      {
        id: 'limits',
        header: t('limits'),
        kind: 'text',
        width: 190,
        value: ({ per_second, per_day }) =>
          [
            per_second === null ? '' : t('limit_second', { n: format.number(per_second) }),
            per_day === null ? '' : t('limit_day', { n: format.number(per_day) }),
          ]
            .filter(Boolean)
            .join(', ') || t('no_limit'),
      },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 150 },
      { id: 'created_at', header: t('created'), kind: 'datetime', timeZone: pkg.time_zone, width: 175, hidden: true },
      ...(mayEdit
        ? [
            menuColumn<WriteKeyView>(t('actions'), (row) => ({
              label: t('actions_of', { name: row.name }),
              actions: row.revoked_at
                ? []
                : [
                    { label: t('rotate'), onClick: () => onRotate(row) },
                    { label: t('revoke'), onClick: () => onRevoke(row), danger: true },
                  ],
            })),
          ]
        : []),
    ],
    [t, format, pkg.time_zone, mayEdit, onRotate, onRevoke],
  );
}
