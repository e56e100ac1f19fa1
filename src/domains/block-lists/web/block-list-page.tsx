import { Select, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type BlockView, blockEndpoints } from '#domains/block-lists/contract/block-endpoints.ts';
import { BLOCK_KINDS, type BlockKind } from '#domains/block-lists/contract/kinds.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { undoToast } from '#platform/web/ui/undo-toast.tsx';
import { BlockForm, type GivenBlock } from './block-form.tsx';
import { StandingRules } from './standing-rules.tsx';

/** What the package blocks, and what puts something there by itself. */
export function BlockListPage() {
  const { t } = useTranslation('blocks');
  const [params, setParams] = useSearchParams();
  const show = (tab: string | null): void =>
    setParams((now) => {
      const next = without(now, [TAB, ...GIVEN]);
      if (tab === RULES) next.set(TAB, RULES);
      return next;
    });
  return (
    <Tabs value={params.get(TAB) === RULES ? RULES : 'entries'} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="entries">{t('tab_entries')}</Tabs.Tab>
        <Tabs.Tab value={RULES}>{t('tab_rules')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="entries">
        <Entries />
      </Tabs.Panel>
      <Tabs.Panel value={RULES}>
        <StandingRules />
      </Tabs.Panel>
    </Tabs>
  );
}

const TAB = 'tab';
const RULES = 'rules';
/** What the address of the form says: the pages of events and sources lead to it. */
const GIVEN = ['block', 'value', 'of'];

function without(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  return next;
}

/** What to block, where the address says it. */
function useGiven(): { given: GivenBlock | undefined; forget: () => void } {
  const [params, setParams] = useSearchParams();
  const kind = BLOCK_KINDS.find((each) => each === params.get('block'));
  const given = kind && {
    kind: kind === 'network' ? 'address' : kind,
    values: params.get('value') ?? '',
    publisher: params.get('of') ?? '',
  };
  return { given, forget: () => setParams((now) => without(now, GIVEN), { replace: true }) };
}

/** What is blocked: new events of it count as fraud, and feeds hand it on. */
function Entries() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const state = useListState();
  const [kind, setKind] = useState<BlockKind | null>(null);
  const { given, forget } = useGiven();
  const [asked, setAsked] = useState(false);
  const adding = userMay('rules.write') && (asked || given !== undefined);
  const close = (): void => {
    setAsked(false);
    if (given) forget();
  };
  const list = useQuery(
    query(blockEndpoints.list, {
      query: { package_name: pkg.package_name, ...state.asked, ...(kind ? { kind } : {}) },
    }),
  );
  const remove = useRemove();
  const later = (list.data?.data ?? []).some(({ from }) => from !== null);
  const columns = useColumns(remove, later);
  const add = userMay('rules.write') && <AddButton onClick={() => setAsked(true)}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="block-list"
        lead={<Lead />}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('kind')}
            placeholder={t('all_kinds')}
            data={BLOCK_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
            value={kind}
            clearable
            clearButtonProps={{ 'aria-label': t('all_kinds') }}
            onChange={(value) => {
              setKind(BLOCK_KINDS.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
      />
      <SidePanel opened={adding} title={t('add')} onClose={close} stays>
        {adding && <BlockForm given={given ?? {}} onDone={close} />}
      </SidePanel>
    </>
  );
}

const WHILE_WAITING_MS = 2_000;

/** What the list does, and how far the rules follow it. */
function Lead() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const format = useFormat();
  const { data } = useQuery({
    ...query(blockEndpoints.state, { query: { package_name: pkg.package_name } }),
    refetchInterval: ({ state }) => (state.data?.data.waiting ? WHILE_WAITING_MS : false),
  });
  const of = data?.data;
  const beside = of ? of.entries - of.held : 0;
  return (
    <>
      <p>{t('lead', { package: pkg.package_title })}</p>
      <div role="status">
        {of?.waiting && <p>{t('waiting')}</p>}
        {of && !of.waiting && of.problem !== '' && <p>{t('problem', { problem: of.problem })}</p>}
        {of && !of.waiting && of.problem === '' && beside > 0 && (
          <p>{t('only_feeds', { held: format.number(of.held), beside: format.number(beside) })}</p>
        )}
      </div>
    </>
  );
}

function useRemove(): (row: BlockView) => void {
  const { t } = useTranslation('blocks');
  const client = useQueryClient();
  const errorText = useErrorText();
  const onError = (error: unknown) => notify('failed', errorText(error));
  const restore = useMutation({
    mutationFn: ({ id }: BlockView) => call(blockEndpoints.restore, { params: { id } }),
    onSuccess: () => client.invalidateQueries(),
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: BlockView) => call(blockEndpoints.remove, { params: { id } }),
    onSuccess: (_answer, row) => {
      void client.invalidateQueries();
      undoToast({ message: t('removed', { value: row.value }), undo: t('undo'), onUndo: () => restore.mutate(row) });
    },
    onError,
  });
  return remove.mutate;
}

/** The first day only where one has any: nearly all hold at once. */
function useColumns(onRemove: (row: BlockView) => void, later: boolean): Column<BlockView>[] {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const format = useFormat();
  const mayEdit = userMay('rules.write');
  return useMemo((): Column<BlockView>[] => {
    const reasonOf = ({ reason, fraud, events }: BlockView): string =>
      fraud === null || events === null
        ? reason
        : t('reason_of_rule', {
            rule: reason,
            share: format.percent(fraud / events),
            events: format.number(events),
          });
    const authorOf = ({ source, author }: BlockView): string => (source === 'rule' ? t('by_rule', { author }) : author);
    return [
      { id: 'value', header: t('value'), kind: 'text', width: 165 },
      { id: 'kind', header: t('kind'), kind: 'text', width: 110, value: ({ kind }) => t(`kind_${kind}`) },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 120 },
      {
        id: 'reason',
        header: t('reason'),
        kind: 'text',
        width: 230,
        render: (row) => {
          const reason = reasonOf(row);
          return <span title={reason}>{visibleText(reason)}</span>;
        },
      },
      { id: 'author', header: t('author'), kind: 'text', width: 115, value: authorOf },
      {
        id: 'created_at',
        header: t('created'),
        kind: 'date',
        width: 130,
        // A day as those beside it; to the second when somebody asks.
        render: ({ created_at: at }) => (
          <time dateTime={at} title={format.dateTime(at, pkg.time_zone)}>
            {todayIn(pkg.time_zone, new Date(at))}
          </time>
        ),
      },
      ...(later ? [{ id: 'from', header: t('from'), kind: 'date', width: 115 } as const] : []),
      { id: 'until', header: t('until'), kind: 'date', width: 115 },
      ...(mayEdit
        ? [
            buttonColumn<BlockView>(t('actions'), (row) => ({
              children: t('remove'),
              label: t('remove_of', { value: row.value }),
              onClick: () => onRemove(row),
            })),
          ]
        : []),
    ];
  }, [t, pkg.time_zone, format, mayEdit, onRemove, later]);
}
