import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MERCHANT_STATES,
  type MerchantState,
  type MerchantView,
  merchantEndpoints,
} from '#domains/account-tools/contract/merchants.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { MerchantsForm } from './merchants-form.tsx';

const TONES = { ready: 'clean', review: 'suspect', refused: 'fraud' } as const satisfies Record<MerchantState, string>;

/** Merchants in bulk: every line of a file gets a state and says why. */
export function MerchantsPage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const state = useListState();
  const [only, setOnly] = useState<MerchantState | null>(null);
  const [taking, setTaking] = useState(false);
  const files = useDownloads();
  const which = { package_name: pkg.package_name, ...(only ? { state: only } : {}) };
  const list = useQuery(query(merchantEndpoints.list, { query: { ...which, ...state.asked } }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: MerchantView) => call(merchantEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_forget', { name }), confirm: t('forget'), why: t('why_forget_merchant') }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useMerchantColumns();
  const add = <AddButton onClick={() => setTaking(true)}>{t('take_merchants')}</AddButton>;
  return (
    <>
      <ListPage
        id="merchant-onboarding"
        lead={t('merchants_lead')}
        caption={t('merchants_caption')}
        columns={[
          ...columns,
          buttonColumn<MerchantView>(t('actions'), (row) => ({
            children: t('forget'),
            label: t('ask_forget', { name: row.name }),
            onClick: () => ask(row),
            danger: true,
          })),
        ]}
        state={state}
        list={list}
        searchLabel={t('search_merchants')}
        filters={
          <Select
            aria-label={t('state')}
            placeholder={t('all_states')}
            data={MERCHANT_STATES.map((value) => ({ value, label: t(`merchant_${value}`) }))}
            value={only}
            clearable
            clearButtonProps={{ 'aria-label': t('all_states') }}
            onChange={(value) => {
              setOnly(MERCHANT_STATES.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={
          <>
            <Button
              variant="default"
              loading={files.state.loading}
              onClick={() => files.save(() => download(merchantEndpoints.download, { query: which }))}
            >
              {t('download')}
            </Button>
            {add}
          </>
        }
        empty={{ why: t('no_merchants'), action: add }}
        noneFound={t('none_found')}
      />
      <SidePanel opened={taking} title={t('take_merchants')} onClose={() => setTaking(false)} stays>
        <MerchantsForm onDone={() => setTaking(false)} />
      </SidePanel>
      {dialog}
    </>
  );
}

function useMerchantColumns(): Column<MerchantView>[] {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo(
    (): Column<MerchantView>[] => [
      { id: 'line', header: t('line'), kind: 'number', width: 70 },
      { id: 'name', header: t('name'), kind: 'text', width: 180 },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 130,
        render: (row) => <StateBadge tone={TONES[row.state]}>{t(`merchant_${row.state}`)}</StateBadge>,
      },
      {
        id: 'reasons',
        header: t('reasons'),
        kind: 'text',
        width: 300,
        value: (row) => row.reasons.map((reason) => t(`why_${reason}`)).join(' '),
      },
      {
        id: 'country',
        header: t('country'),
        kind: 'text',
        width: 120,
        value: ({ country }) => format.country(country),
      },
      { id: 'email', header: t('email'), kind: 'text', width: 180 },
      { id: 'phone', header: t('phone'), kind: 'text', width: 140, hidden: true },
      { id: 'website', header: t('website'), kind: 'text', width: 180 },
      { id: 'bank_masked', header: t('number'), kind: 'text', width: 110 },
      { id: 'added_at', header: t('added_at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'author', header: t('by'), kind: 'text', width: 140, hidden: true },
    ],
    [t, pkg.time_zone, format],
  );
}
