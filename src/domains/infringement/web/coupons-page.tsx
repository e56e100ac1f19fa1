import { Button, Select, Switch, Tabs } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FINDINGS, type Finding, type UseRow } from '#domains/infringement/contract/coupon.ts';
import { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import type { AdState } from '#domains/infringement/contract/search-ad.ts';
import { call, query } from '#platform/web/api/call.ts';
import { download, upload } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useTab } from '#platform/web/layout/use-tab.ts';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { StateFilter } from './ad-list.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseSteps } from './case-steps.tsx';
import { Pools } from './pools.tsx';
import { TicketForm } from './ticket-form.tsx';
import { UploadTable } from './upload-table.tsx';

/** Where coupons were used against their rules, and the coupons there are. */
export function CouponsPage() {
  const { t } = useTranslation('infringement');
  const { tab, show } = useTab(['misuse', 'coupons']);
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="misuse">{t('tab_misuse')}</Tabs.Tab>
        <Tabs.Tab value="coupons">{t('tab_coupons')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="misuse">
        <Misuse />
      </Tabs.Panel>
      <Tabs.Panel value="coupons">
        <Pools kinds={['unique', 'shared']} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Misuse() {
  const { t } = useTranslation('infringement');
  const { pkg, range } = useSelection();
  const state = useListState();
  const [chosen, setChosen] = useState<{ state?: AdState | undefined; finding?: Finding | undefined; all: boolean }>({
    all: false,
  });
  const choose = (part: Partial<typeof chosen>): void => {
    setChosen((before) => ({ ...before, ...part }));
    state.setPage(1);
  };
  const [opened, setOpened] = useState<UseRow | 'upload'>();
  const { page, limit, search } = state.asked;
  const asked = {
    package_name: pkg.package_name,
    start_date: range.from,
    end_date: range.to,
    of: chosen.all ? ('all' as const) : ('misused' as const),
    ...(chosen.state ? { state: chosen.state } : {}),
    ...(chosen.finding ? { finding: chosen.finding } : {}),
    ...(search ? { search } : {}),
  };
  const list = useQuery(query(couponEndpoints.uses, { query: { ...asked, page, limit } }));
  const close = () => setOpened(undefined);
  const shown = typeof opened === 'object' ? (list.data?.data.find(({ id }) => id === opened.id) ?? opened) : undefined;
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('upload')}>{t('upload')}</AddButton>;
  return (
    <>
      <ListPage
        id="coupon-uses"
        lead={t('lead_misuse')}
        caption={t('caption_misuse', { zone: pkg.time_zone })}
        columns={useUseColumns()}
        state={state}
        list={list}
        searchLabel={t('search_uses')}
        filters={
          <>
            <Select
              aria-label={t('findings')}
              placeholder={t('every_finding')}
              data={FINDINGS.map((value) => ({ value, label: t(`finding_${value}`) }))}
              value={chosen.finding ?? null}
              clearable
              clearButtonProps={{ 'aria-label': t('every_finding') }}
              onChange={(value) => choose({ finding: FINDINGS.find((each) => each === value) })}
            />
            <StateFilter value={chosen.state} onChange={(value) => choose({ state: value })} />
            <Switch
              label={t('all_uses')}
              checked={chosen.all}
              onChange={(event) => choose({ all: event.currentTarget.checked })}
            />
          </>
        }
        actions={
          <>
            <Files asked={asked} />
            {add}
          </>
        }
        empty={{ why: t('none_misuse'), action: add }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <SidePanel opened={opened === 'upload'} title={t('upload')} onClose={close} stays>
        {opened === 'upload' && (
          <UploadTable
            hint={t('upload_use_columns')}
            send={(file_name, file) =>
              upload(couponEndpoints.upload, { query: { package_name: pkg.package_name, file_name } }, file)
            }
          />
        )}
      </SidePanel>
      <SidePanel opened={shown !== undefined} title={shown?.code ?? ''} onClose={close}>
        {shown && <UsePanel key={shown.id} row={shown} />}
      </SidePanel>
    </>
  );
}

type Asked = Omit<Parameters<typeof download<typeof couponEndpoints.download>>[1]['query'], 'format'>;

function Files({ asked }: { asked: Asked }) {
  const { state, save } = useDownloads();
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={state.loading}
      onClick={() =>
        save(() => download(couponEndpoints.download, { query: { ...asked, format } }, { name: `coupons.${format}` }))
      }
    >
      {format.toUpperCase()}
    </Button>
  ));
}

function useFindingWords(): (row: UseRow) => string {
  const { t } = useTranslation('infringement');
  return ({ findings }) => findings.map((name) => t(`finding_${name}`)).join(' · ');
}

function useUseColumns(): Column<UseRow>[] {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const words = useFindingWords();
  const format = useFormat();
  return useMemo(
    (): Column<UseRow>[] => [
      { id: 'code', header: t('code'), kind: 'text', width: 140, narrow: { place: 0, width: 120 } },
      {
        id: 'findings',
        header: t('findings'),
        kind: 'text',
        width: 220,
        value: words,
        narrow: { place: 1, width: 150 },
      },
      { id: 'publisher', header: t('used_by'), kind: 'text', width: 140 },
      { id: 'given_to', header: t('given_to'), kind: 'text', width: 140 },
      { id: 'state', header: t('state'), kind: 'text', width: 110, value: ({ state }) => t(`state_${state}`) },
      { id: 'source', header: t('source'), kind: 'text', width: 130, value: ({ source }) => t(`source_${source}`) },
      { id: 'order_id', header: t('order'), kind: 'text', width: 120 },
      {
        id: 'amount',
        header: t('amount'),
        kind: 'money',
        currency: pkg.currency,
        value: ({ amount }) => (amount === null ? null : Number(amount)),
      },
      {
        id: 'country',
        header: t('country'),
        kind: 'text',
        width: 110,
        value: ({ country }) => format.country(country),
      },
      { id: 'used_at', header: t('used_at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'coupon', header: t('coupon'), kind: 'text', width: 150 },
      { id: 'referrer', header: t('referrer'), kind: 'text', width: 180, hidden: true },
    ],
    [t, words, pkg.currency, pkg.time_zone, format],
  );
}

function UsePanel({ row }: { row: UseRow }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const words = useFindingWords();
  const { id } = row;
  const facts = [
    ['findings', words(row)],
    ['coupon', row.coupon],
    ['used_at', format.dateTime(row.used_at, pkg.time_zone)],
    ['used_by', row.publisher],
    ['given_to', row.given_to],
    ['referrer', row.referrer],
    ['country', format.country(row.country)],
    ['order', row.order_id],
    ['amount', row.amount === null ? '' : format.money(Number(row.amount), pkg.currency)],
    ['source', t(`source_${row.source}`)],
  ] as const;
  return (
    <div className={screen.form}>
      <CaseFacts facts={facts} />
      <CaseSteps
        state={row.state}
        ticket={row.ticket_id}
        form={(done) => (
          <TicketForm
            send={({ with_others: _, ...body }) => call(couponEndpoints.ticket, { params: { id }, body })}
            onDone={done}
          />
        )}
        set={(to) => call(couponEndpoints.setState, { body: { package_name: pkg.package_name, ids: [id], state: to } })}
      />
    </div>
  );
}
