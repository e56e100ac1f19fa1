import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DOMAIN_STATUSES,
  type DomainRow,
  type DomainStatus,
  domainEndpoints,
  newDomains,
} from '#domains/infringement/contract/domain-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import { DomainPanel } from './domain-panel.tsx';
import { useProblem } from './use-problem.ts';

/** Names that look like the brand's, with what stands behind each. */
export function DomainsPage() {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const state = useListState();
  const [status, setStatus] = useState<DomainStatus>();
  const [opened, setOpened] = useState<DomainRow | 'add'>();
  const asked = { package_name: pkg.package_name };
  const list = useQuery(
    query(domainEndpoints.list, { query: { ...asked, ...(status ? { status } : {}), ...state.asked } }),
  );
  const close = () => setOpened(undefined);
  const shown = typeof opened === 'object' ? (list.data?.data.find(({ id }) => id === opened.id) ?? opened) : undefined;
  const tools = userMay('rules.write') && <Tools onAdd={() => setOpened('add')} />;
  return (
    <>
      <ListPage
        id="domain-tracking"
        lead={t('lead_tracking')}
        caption={t('caption_tracking', { zone: pkg.time_zone })}
        columns={useColumns()}
        state={state}
        list={list}
        searchLabel={t('search_domains')}
        filters={
          <Select
            aria-label={t('status')}
            placeholder={t('every_status')}
            data={DOMAIN_STATUSES.map((each) => ({ value: each, label: t(`status_${each}`) }))}
            value={status ?? null}
            clearable
            clearButtonProps={{ 'aria-label': t('every_status') }}
            onChange={(chosen) => {
              setStatus(DOMAIN_STATUSES.find((each) => each === chosen));
              state.setPage(1);
            }}
          />
        }
        actions={tools}
        empty={{ why: t(status ? 'none_found' : 'none_tracking'), action: tools }}
        noneFound={t('none_found')}
        onOpen={setOpened}
      />
      <SidePanel opened={opened === 'add'} title={t('domain_add')} onClose={close} stays>
        {opened === 'add' && <AddForm onDone={close} />}
      </SidePanel>
      <SidePanel opened={shown !== undefined} title={shown?.shown ?? ''} onClose={close}>
        {shown && <DomainPanel key={shown.id} row={shown} onGone={close} />}
      </SidePanel>
    </>
  );
}

function Tools({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const act = useAct();
  const body = { package_name: pkg.package_name };
  return (
    <>
      <Button variant="default" onClick={() => act(() => call(domainEndpoints.check, { body }), t('checking'))}>
        {t('check_now')}
      </Button>
      <Button variant="default" onClick={() => act(() => call(domainEndpoints.generate, { body }), t('generated'))}>
        {t('generate')}
      </Button>
      <AddButton onClick={onAdd}>{t('domain_add')}</AddButton>
    </>
  );
}

function useColumns(): Column<DomainRow>[] {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const problem = useProblem();
  return useMemo(
    (): Column<DomainRow>[] => [
      { id: 'shown', header: t('domain'), kind: 'text', width: 210, narrow: { place: 0, width: 150 } },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 150,
        narrow: { place: 1, width: 120 },
        value: ({ status }) => t(`status_${status}`),
      },
      {
        id: 'signs',
        header: t('signs'),
        kind: 'text',
        width: 210,
        value: (row) =>
          (['names_brand', 'asks_password', 'takes_mail'] as const)
            .filter((name) => row[name])
            .map((name) => t(name))
            .join(' · '),
      },
      { id: 'checked_at', header: t('checked_at'), kind: 'datetime', timeZone: pkg.time_zone, nothing: t('not_yet') },
      { id: 'problem', header: t('problem'), kind: 'text', width: 230, value: problem },
      { id: 'state', header: t('state'), kind: 'text', width: 110, value: ({ state }) => t(`state_${state}`) },
      {
        id: 'technique',
        header: t('made_by'),
        kind: 'text',
        width: 190,
        value: ({ technique }) => t(`technique_${technique || 'named'}`),
      },
      { id: 'page_title', header: t('page_title'), kind: 'text', width: 200 },
      { id: 'leads_to', header: t('leads_to'), kind: 'text', width: 150, hidden: true },
      { id: 'certificate_issuer', header: t('certificate'), kind: 'text', width: 150, hidden: true },
      {
        id: 'certificate_until',
        header: t('certificate_until'),
        kind: 'text',
        width: 130,
        hidden: true,
        value: ({ certificate_until: at }) => (at === null ? '' : format.day(at.slice(0, 10))),
      },
      { id: 'changed_at', header: t('changed_at'), kind: 'datetime', timeZone: pkg.time_zone },
    ],
    [t, pkg.time_zone, format, problem],
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const bodyOf = ({ domains }: { domains: string }) => ({
    package_name: pkg.package_name,
    domains: domains.split(/[\s,;]+/).filter((text) => text !== ''),
  });
  const { draft, change, fault, card } = usePanelForm<{ domains: string }, { message: string }>({
    initial: { domains: '' },
    faultsOf: (given) => faultsOf(newDomains, bodyOf(given)),
    send: (given) => call(domainEndpoints.add, { body: bodyOf(given) }),
    onDone: () => onDone(),
    namespace: 'infringement',
  });
  return (
    <FormCard {...card} submit={t('domain_add')}>
      <Textarea
        label={t('domains')}
        description={t('domains_hint')}
        value={draft.domains}
        error={fault('domains')}
        autosize
        minRows={3}
        maxRows={12}
        required
        onChange={(event) => change({ domains: event.currentTarget.value })}
      />
    </FormCard>
  );
}
