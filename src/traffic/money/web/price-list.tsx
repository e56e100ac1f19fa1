import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { query } from '#platform/web/api/call.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { moneyEndpoints, type PriceRow } from '#traffic/money/contract/money-endpoints.ts';
import { PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { type PriceDraft, PriceForm } from './price-form.tsx';
import { useRemovePrice } from './use-costs.ts';
import { WithoutPrice } from './without-price.tsx';

/** Who set a price that is not a person's: samples are entered by the product, which goes by its name. */
const authorOf = ({ author }: PriceRow): string => (author === 'system' ? 'Adsieve' : author);

/** Dated prices of the package: what is assumed of events whose files bring no cost. */
export function PriceList() {
  const { t } = useTranslation('money');
  const { pkg } = useSelection();
  const state = useListState();
  const [params] = useSearchParams();
  const [open, setOpen] = useState<PriceDraft | undefined>(() => draftIn(params));
  const list = useQuery(query(moneyEndpoints.prices, { query: { package_name: pkg.package_name, ...state.asked } }));
  const columns = usePriceColumns(setOpen);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({})}>
      {t('price_add')}
    </Button>
  );
  return (
    <>
      <ListPage
        id="prices"
        lead={
          <>
            <h2>{t('prices')}</h2>
            <p>{t('prices_lead', { currency: pkg.currency })}</p>
            <WithoutPrice onPrice={setOpen} />
          </>
        }
        caption={t('prices_caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search_source')}
        actions={add}
        empty={{ why: t('prices_none'), action: add }}
        noneFound={t('none_found')}
      />
      <FormDrawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t(open?.ends ? 'price_end' : open?.changes ? 'price_change' : 'price_add')}
        size="min(460px, 100vw)"
      >
        {open && <PriceForm draft={open} onDone={() => setOpen(undefined)} />}
      </FormDrawer>
    </>
  );
}

/** What another page asked for: a price of this source on this basis. */
function draftIn(params: URLSearchParams): PriceDraft | undefined {
  const [publisher, basis] = [params.get('source'), params.get('basis')];
  if (publisher === null && basis === null) return undefined;
  const known = PRICE_BASIS_NAMES.find((name) => name === basis);
  return { ...(publisher === null ? {} : { publisher }), ...(known ? { basis: known } : {}) };
}

function usePriceColumns(onOpen: (draft: PriceDraft) => void): Column<PriceRow>[] {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { mutate: remove } = useRemovePrice();
  return useMemo((): Column<PriceRow>[] => {
    const nameOf = ({ publisher }: PriceRow): string => publisher || t('every_source');
    return [
      { id: 'publisher', header: t('source'), kind: 'text', width: 152, value: nameOf },
      { id: 'basis', header: t('basis'), kind: 'text', width: 196, value: ({ basis }) => t(`basis_${basis}`) },
      { id: 'event_name', header: t('event_name'), kind: 'text', width: 140, value: (row) => row.event_name || null },
      {
        id: 'amount',
        header: t('price'),
        kind: 'text',
        width: 94,
        value: ({ amount, currency }) => (amount === null ? t('no_price') : format.price(amount, currency)),
      },
      { id: 'from', header: t('from'), kind: 'date', width: 110 },
      { id: 'until', header: t('until'), kind: 'date', width: 110, nothing: t('open_end') },
      {
        id: 'state',
        header: t('state'),
        definition: t('after_closing_hint'),
        kind: 'text',
        width: 170,
        value: (row) => [t(stateOf(row)), ...(row.after_closing ? [t('after_closing')] : [])].join(' · '),
      },
      { id: 'author', header: t('author'), kind: 'text', width: 102, value: authorOf },
      menuColumn(t('action'), (row) => {
        const same = { publisher: row.publisher, basis: row.basis, event_name: row.event_name, currency: row.currency };
        return {
          label: t('actions_of', { source: nameOf(row) }),
          actions: [
            { label: t('price_change'), onClick: () => onOpen({ ...same, amount: row.amount ?? '', changes: true }) },
            ...(row.amount === null
              ? []
              : [{ label: t('price_end'), onClick: () => onOpen({ ...same, changes: true, ends: true }) }]),
            { label: t('remove'), onClick: () => remove(row.id), danger: true },
          ],
        };
      }),
    ];
  }, [t, format, remove, onOpen]);
}

const stateOf = ({ counts, until }: PriceRow): 'state_counts' | 'state_later' | 'state_before' =>
  counts ? 'state_counts' : until === null ? 'state_later' : 'state_before';
