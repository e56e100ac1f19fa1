import { Button, FileButton } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { moneyEndpoints, type RateRow } from '#traffic/money/contract/money-endpoints.ts';
import { RateForm } from './rate-form.tsx';
import { useRemoveRates, useUploadRates } from './use-costs.ts';

/** Exchange rates of the package, a row for each pair of currencies. */
export function RateList() {
  const { t } = useTranslation('money');
  const { pkg } = useSelection();
  const state = useListState();
  const [adding, setAdding] = useState(false);
  const list = useQuery(query(moneyEndpoints.rates, { query: { package_name: pkg.package_name, ...state.asked } }));
  const { mutate: send, isPending } = useUploadRates(pkg.package_name);
  const columns = useRateColumns();
  const actions = (
    <>
      <FileButton accept=".csv,text/csv" onChange={(file) => file && send(file)}>
        {(button) => (
          <Button variant="default" loading={isPending} {...button}>
            {t('rates_upload')}
          </Button>
        )}
      </FileButton>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
        {t('rate_add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        id="rates"
        lead={
          <>
            <h2>{t('rates')}</h2>
            <p>{t('rates_lead', { currency: pkg.currency })}</p>
          </>
        }
        caption={t('rates_caption')}
        columns={columns}
        rowKey={({ base, quote }) => `${base} ${quote}`}
        state={state}
        list={list}
        searchLabel={t('search_currency')}
        actions={actions}
        empty={{ why: t('rates_none') }}
        noneFound={t('none_found')}
      />
      <FormDrawer opened={adding} onClose={() => setAdding(false)} title={t('rate_add')} size="min(460px, 100vw)">
        {adding && <RateForm onDone={() => setAdding(false)} />}
      </FormDrawer>
    </>
  );
}

function useRateColumns(): Column<RateRow>[] {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { pkg } = useSelection();
  const { mutate: remove } = useRemoveRates();
  return useMemo(
    (): Column<RateRow>[] => [
      { id: 'pair', header: t('pair'), kind: 'text', width: 110, value: ({ base, quote }) => `${base}/${quote}` },
      {
        id: 'rate',
        header: t('newest_rate'),
        kind: 'text',
        width: 220,
        value: ({ base, quote, rate }) => `1\u00a0${base} = ${format.exact(rate)}\u00a0${quote}`,
      },
      { id: 'rates', header: t('number_of_rates'), kind: 'number' },
      { id: 'first_day', header: t('first_day'), kind: 'date' },
      { id: 'last_day', header: t('last_day'), kind: 'date' },
      {
        id: 'holds_days',
        header: t('holds'),
        kind: 'text',
        width: 200,
        value: ({ holds_days }) => (holds_days === null ? t('holds_open') : t('holds_days', { count: holds_days })),
      },
      menuColumn(t('action'), ({ base, quote }) => ({
        label: t('actions_of', { source: `${base}/${quote}` }),
        actions: [
          { label: t('remove'), onClick: () => remove({ package_name: pkg.package_name, base, quote }), danger: true },
        ],
      })),
    ],
    [t, format, remove, pkg.package_name],
  );
}
