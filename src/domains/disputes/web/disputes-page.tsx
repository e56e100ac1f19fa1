import { Select, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DISPUTE_STATES, type DisputeRow, type DisputeState } from '#domains/disputes/contract/dispute.ts';
import { disputeEndpoints } from '#domains/disputes/contract/dispute-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { ClaimPanel } from './claim-panel.tsx';
import { useClaimWords } from './claim-words.ts';
import { OpenClaim } from './open-claim.tsx';
import { RecordTab } from './record-tab.tsx';

/** Claims of a package; whoever claims sees what became of all of them as well. */
export function DisputesPage() {
  const { t } = useTranslation('disputes');
  const [params, setParams] = useSearchParams();
  if (!userMay('money.write')) return <Claims />;
  const show = (tab: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.delete(TAB);
      if (tab === RECORD) next.set(TAB, RECORD);
      return next;
    });
  return (
    <Tabs value={params.get(TAB) === RECORD ? RECORD : 'claims'} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="claims">{t('tab_claims')}</Tabs.Tab>
        <Tabs.Tab value={RECORD}>{t('tab_record')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="claims">
        <Claims />
      </Tabs.Panel>
      <Tabs.Panel value={RECORD}>
        <RecordTab />
      </Tabs.Panel>
    </Tabs>
  );
}

const TAB = 'tab';
const RECORD = 'record';

type Opened = 'new' | { id: number; link?: string };

function Claims() {
  const { t } = useTranslation('disputes');
  const { pkg } = useSelection();
  const list = useListState();
  const [params] = useSearchParams();
  const mayOpen = userMay('money.write');
  // Other pages lead here with the evidence they are about.
  const asked = mayOpen ? params.get('evidence') : null;
  const [state, setState] = useState<DisputeState>();
  const [opened, setOpened] = useState<Opened | undefined>(asked === null ? undefined : 'new');
  const claims = useQuery(
    query(disputeEndpoints.list, {
      query: { package_name: pkg.package_name, ...(state === undefined ? {} : { state }), ...list.asked },
    }),
  );
  const shown = opened !== undefined && opened !== 'new' ? opened : undefined;
  const row = claims.data?.data.find(({ id }) => id === shown?.id);
  const add = mayOpen && <AddButton onClick={() => setOpened('new')}>{t('open')}</AddButton>;
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage
        id="disputes"
        lead={t(mayOpen ? 'lead' : 'lead_publisher')}
        caption={t('caption')}
        columns={useColumns(pkg.time_zone)}
        state={list}
        list={claims}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('state')}
            data={DISPUTE_STATES.map((each) => ({ value: each, label: t(`state_${each}`) }))}
            value={state ?? null}
            placeholder={t('every_state')}
            clearable
            onChange={(value) => {
              setState(DISPUTE_STATES.find((each) => each === value));
              list.setPage(1);
            }}
          />
        }
        actions={add}
        empty={state ? { why: t('none_found') } : { why: t(mayOpen ? 'none' : 'none_publisher'), action: add }}
        noneFound={t('none_found')}
        onOpen={({ id }) => setOpened({ id })}
      />
      <SidePanel opened={opened === 'new'} title={t('open')} onClose={close}>
        {opened === 'new' && <OpenClaim evidence={asked} onDone={setOpened} />}
      </SidePanel>
      <SidePanel
        opened={shown !== undefined}
        title={row ? t('claim_of', { n: row.id, name: row.publisher }) : t('claim')}
        onClose={close}
        wide
      >
        {shown && <ClaimPanel key={shown.id} id={shown.id} link={shown.link} />}
      </SidePanel>
    </>
  );
}

function useColumns(timeZone: string): Column<DisputeRow>[] {
  const { t, format, amounts } = useClaimWords();
  return useMemo(
    (): Column<DisputeRow>[] => [
      { id: 'id', header: t('claim'), kind: 'number', width: 76 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150, narrow: { place: 0, width: 120 } },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 200,
        narrow: { place: 1, width: 120 },
        value: ({ state, undecided }) =>
          [t(`state_${state}`), ...(undecided > 0 ? [t('undecided', { n: undecided })] : [])].join(' · '),
      },
      {
        id: 'period_from',
        header: t('period'),
        kind: 'text',
        width: 230,
        value: (row) => `${format.day(row.period_from)} – ${format.day(row.period_to)}`,
      },
      { id: 'units', header: t('events'), kind: 'number' },
      {
        id: 'amount',
        header: t('claimed'),
        kind: 'text',
        width: 140,
        value: ({ outcome }) => amounts(outcome.map(({ currency, claimed }) => ({ currency, amount: claimed }))),
      },
      {
        id: 'answers',
        header: t('answers'),
        definition: t('answers_hint'),
        kind: 'text',
        width: 200,
        value: ({ lines, accepted, objected }) =>
          t('answers_n', { n: lines, accepted: format.number(accepted), objected: format.number(objected) }),
      },
      { id: 'ends_at', header: t('ends_at'), kind: 'datetime', timeZone },
      { id: 'opened_by', header: t('opened_by'), kind: 'text', width: 130 },
      { id: 'opened_at', header: t('opened_at'), kind: 'datetime', timeZone, hidden: true },
    ],
    [t, format, amounts, timeZone],
  );
}
