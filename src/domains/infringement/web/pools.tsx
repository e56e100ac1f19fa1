import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PoolRow } from '#domains/infringement/contract/coupon.ts';
import { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { IssueForm } from './issue-form.tsx';
import { PoolForm } from './pool-form.tsx';

type Kind = PoolRow['kind'];

/** Coupons of some kinds: to whom they are given, what they take off and how often they were used. */
export function Pools({ kinds }: { kinds: readonly [Kind, ...Kind[]] }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const [opened, setOpened] = useState<PoolRow | 'add'>();
  const pools = useQuery(query(couponEndpoints.pools, { query: { package_name: pkg.package_name } }));
  const rows = pools.data?.data.filter(({ kind }) => kinds.includes(kind));
  const close = () => setOpened(undefined);
  const end = useConfirmed({
    run: ({ id }: PoolRow) => call(couponEndpoints.endPool, { params: { id } }),
    question: ({ name }) => ({ title: t('pool_end'), confirm: t('pool_end'), why: t('pool_end_why', { name }) }),
    done: () => t('pool_ended'),
  });
  const columns = usePoolColumns({ onIssue: setOpened, onEnd: end.ask });
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('add')}>{t('pool_add')}</AddButton>;
  const shown = typeof opened === 'object' ? opened : undefined;
  return (
    <>
      <ListPage
        id={`coupon-pools-${kinds[0]}`}
        lead={t(kinds[0] === 'referral' ? 'lead_referral_pools' : 'lead_pools')}
        caption={t('tab_coupons')}
        columns={columns}
        list={{ ...pools, data: rows && { data: rows } }}
        actions={add}
        empty={{ why: t('none_pools'), action: add }}
      />
      <SidePanel opened={opened === 'add'} title={t('pool_add')} onClose={close} stays>
        {opened === 'add' && <PoolForm kinds={kinds} onDone={close} />}
      </SidePanel>
      <SidePanel opened={shown !== undefined} title={t('issue_of', { name: shown?.name ?? '' })} onClose={close} stays>
        {shown && <IssueForm pool={shown} onDone={close} />}
      </SidePanel>
      {end.dialog}
    </>
  );
}

function usePoolColumns({ onIssue, onEnd }: { onIssue: (row: PoolRow) => void; onEnd: (row: PoolRow) => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const { save } = useDownloads();
  const mayWrite = userMay('rules.write');
  return useMemo((): Column<PoolRow>[] => {
    const off = (kind: PoolRow['value_kind'], value: string): string =>
      kind === 'percent' ? format.percent(Number(value) / 100) : format.money(Number(value), pkg.currency);
    const days = ({ first_day, last_day }: PoolRow): string =>
      first_day === null && last_day === null
        ? ''
        : `${first_day === null ? '' : format.day(first_day)} – ${last_day === null ? '' : format.day(last_day)}`;
    return [
      { id: 'name', header: t('coupon'), kind: 'text', width: 170, narrow: { place: 0, width: 130 } },
      { id: 'kind', header: t('pool_kind'), kind: 'text', width: 130, value: ({ kind }) => t(`pool_${kind}`) },
      { id: 'publisher', header: t('given_to'), kind: 'text', width: 140, nothing: t('everybody') },
      { id: 'value', header: t('value'), kind: 'text', width: 100, value: (row) => off(row.value_kind, row.value) },
      { id: 'codes', header: t('codes'), kind: 'number' },
      { id: 'uses', header: t('uses'), kind: 'number' },
      { id: 'days', header: t('days'), kind: 'text', width: 190, value: days },
      {
        id: 'countries',
        header: t('countries'),
        kind: 'text',
        width: 120,
        value: (row) => row.countries.map(format.country).join(', '),
      },
      {
        id: 'ended_at',
        header: t('pool_state'),
        kind: 'text',
        width: 110,
        value: ({ ended_at }) => t(ended_at === null ? 'pool_running' : 'pool_over'),
      },
      menuColumn<PoolRow>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          ...(mayWrite && row.ended_at === null && row.kind !== 'shared'
            ? [{ label: t('issue'), onClick: () => onIssue(row) }]
            : []),
          {
            label: t('codes_file'),
            onClick: () => save(() => download(couponEndpoints.codes, { params: { id: row.id } })),
          },
          ...(mayWrite && row.ended_at === null
            ? [{ label: t('pool_end'), onClick: () => onEnd(row), danger: true }]
            : []),
        ],
      })),
    ];
  }, [t, pkg.currency, format, save, mayWrite, onIssue, onEnd]);
}
