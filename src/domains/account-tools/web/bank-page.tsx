import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BANK_STATES,
  type BankCheckView,
  type BankState,
  bankEndpoints,
} from '#domains/account-tools/contract/bank.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { BankForm } from './bank-form.tsx';

const TONES = {
  format_ok: 'plain',
  verified: 'clean',
  pending: 'plain',
  name_mismatch: 'suspect',
  invalid: 'fraud',
} as const satisfies Record<BankState, string>;

/** Accounts that publishers are to be paid on: whether they can exist and, with a service, whose they are. */
export function BankPage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const state = useListState();
  const [only, setOnly] = useState<BankState | null>(null);
  const [checking, setChecking] = useState(false);
  const list = useQuery(
    query(bankEndpoints.list, {
      query: { package_name: pkg.package_name, page: state.page, limit: state.limit, ...(only ? { state: only } : {}) },
    }),
  );
  const { ask, dialog } = useConfirmed({
    run: ({ id }: BankCheckView) => call(bankEndpoints.remove, { params: { id } }),
    question: ({ holder }) => ({
      title: t('ask_forget', { name: holder }),
      confirm: t('forget'),
      why: t('why_forget_bank'),
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useBankColumns();
  const add = <AddButton onClick={() => setChecking(true)}>{t('check_account')}</AddButton>;
  const service = list.data?.service ?? null;
  return (
    <>
      <ListPage
        id="bank-verification"
        lead={
          <>
            <p>{t('bank_lead')}</p>
            <p>{service === null ? t('bank_form_only') : t('bank_by_service', { service })}</p>
          </>
        }
        caption={t('bank_caption')}
        columns={[
          ...columns,
          buttonColumn<BankCheckView>(t('actions'), (row) => ({
            children: t('forget'),
            label: t('ask_forget', { name: row.holder }),
            onClick: () => ask(row),
            danger: true,
          })),
        ]}
        state={state}
        list={list}
        filters={
          <Select
            aria-label={t('state')}
            placeholder={t('all_states')}
            data={BANK_STATES.map((value) => ({ value, label: t(`bank_${value}`) }))}
            value={only}
            clearable
            clearButtonProps={{ 'aria-label': t('all_states') }}
            onChange={(value) => {
              setOnly(BANK_STATES.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={add}
        empty={{ why: t('no_bank'), action: add }}
      />
      <SidePanel opened={checking} title={t('check_account')} onClose={() => setChecking(false)} stays>
        <BankForm onDone={() => setChecking(false)} />
      </SidePanel>
      {dialog}
    </>
  );
}

function useBankColumns(): Column<BankCheckView>[] {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  return useMemo(
    (): Column<BankCheckView>[] => [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150 },
      { id: 'holder', header: t('holder'), kind: 'text', width: 180 },
      { id: 'masked', header: t('number'), kind: 'text', width: 110 },
      { id: 'country', header: t('country'), kind: 'text', width: 90 },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 150,
        render: (row) => <StateBadge tone={TONES[row.state]}>{t(`bank_${row.state}`)}</StateBadge>,
      },
      {
        id: 'reasons',
        header: t('reasons'),
        kind: 'text',
        width: 320,
        value: (row) =>
          row.reasons
            .map((reason) =>
              reason === 'used_by_other'
                ? t('why_used_by_other', { names: row.also_of.join(', ') })
                : t(`why_${reason}`),
            )
            .join(' '),
      },
      { id: 'checked_at', header: t('checked_at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'author', header: t('by'), kind: 'text', width: 140, hidden: true },
    ],
    [t, pkg.time_zone],
  );
}
