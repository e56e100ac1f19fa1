import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingSettings } from '#domains/block-lists/contract/standing.ts';
import { type StandingView, standingEndpoints } from '#domains/block-lists/contract/standing-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useRuleWords } from './rule-words.ts';
import { StandingForm, settingsIn } from './standing-form.tsx';

/** Rules that put on the list by themselves what has too much confirmed fraud, and take it off again. */
export function StandingRules() {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const [opened, setOpened] = useState<'new' | { id: number; settings: StandingSettings; version: number }>();
  const list = useQuery(query(standingEndpoints.list, { query: { package_name: pkg.package_name } }));
  const close = () => setOpened(undefined);
  const open = (rule: StandingView, part: Partial<StandingSettings> = {}): void =>
    setOpened({ id: rule.id, version: rule.version, settings: { ...settingsIn(rule), ...part } });
  const { actionsOf, dialog } = useActions(open);
  const columns = useColumns(actionsOf);
  const mayEdit = userMay('rules.write');
  const add = mayEdit && <AddButton onClick={() => setOpened('new')}>{t('rule_add')}</AddButton>;
  return (
    <>
      <ListPage
        id="standing-rules"
        lead={t('rules_lead')}
        caption={t('rules_caption', { zone: pkg.time_zone })}
        columns={columns}
        list={list}
        actions={add}
        empty={{ why: t('rules_none'), action: add }}
        {...(mayEdit ? { onOpen: (rule: StandingView) => open(rule) } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={t(opened === 'new' ? 'rule_add' : 'rule_edit')}
        onClose={close}
        stays
      >
        {opened === 'new' && <StandingForm onDone={close} />}
        {typeof opened === 'object' && (
          <StandingForm stored={opened} now={list.data?.data.find(({ id }) => id === opened.id)} onDone={close} />
        )}
      </SidePanel>
      {dialog}
    </>
  );
}

/** Switching on goes through the form: it says what is blocked then, and may be asked about. */
function useActions(open: (rule: StandingView, part?: Partial<StandingSettings>) => void) {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: StandingView) => call(standingEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('ask_rule_delete', { name }),
      confirm: t('rule_delete'),
      why: <p>{t('why_rule_delete')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const off = useMutation({
    mutationFn: (rule: StandingView) =>
      call(
        standingEndpoints.save,
        { body: { package_name: pkg.package_name, id: rule.id, ...settingsIn(rule), active: false } },
        { version: rule.version },
      ),
    onSuccess: async () => {
      notify('done', t('switched_off'));
      await client.invalidateQueries();
    },
    onError: (error) => {
      notify('failed', errorText(error));
      void client.invalidateQueries();
    },
  });
  const actionsOf = (rule: StandingView): RowAction[] => [
    { label: t('rule_edit'), onClick: () => open(rule) },
    rule.active
      ? { label: t('switch_off'), onClick: () => off.mutate(rule) }
      : { label: t('switch_on'), onClick: () => open(rule, { active: true }) },
    { label: t('rule_delete'), onClick: () => ask(rule), danger: true },
  ];
  return { actionsOf, dialog };
}

function useColumns(actionsOf: (rule: StandingView) => RowAction[]): Column<StandingView>[] {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const format = useFormat();
  const says = useRuleWords();
  const mayEdit = userMay('rules.write');
  return useMemo((): Column<StandingView>[] => {
    return [
      { id: 'name', header: t('rule_name'), kind: 'text', width: 150, narrow: { place: 0, width: 130 } },
      { id: 'kind', header: t('rule_kind'), kind: 'text', width: 115, value: ({ kind }) => t(`kinds_${kind}`) },
      {
        id: 'says',
        header: t('rule'),
        kind: 'text',
        width: 280,
        sortable: false,
        render: (rule) => <span title={says(rule)}>{says(rule)}</span>,
      },
      { id: 'entries', header: t('rule_entries'), kind: 'number', width: 125, narrow: { place: 1, width: 105 } },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 120,
        narrow: { place: 2, width: 90 },
        value: ({ active, problem, held_back, held_share }) => {
          if (!active) return t('state_off');
          if (problem !== '') return problem;
          if (held_back === 0) return t('state_on');
          return t('state_held', { shown: format.number(held_back), share: format.percent(held_share) });
        },
      },
      { id: 'looked_at', header: t('looked_at'), kind: 'datetime', timeZone: pkg.time_zone, width: 194 },
      { id: 'created_by', header: t('author'), kind: 'text', width: 120, hidden: true },
      ...(mayEdit
        ? [
            menuColumn<StandingView>(t('actions'), (rule) => ({
              label: t('actions_of', { name: rule.name }),
              actions: actionsOf(rule),
            })),
          ]
        : []),
    ];
  }, [t, pkg.time_zone, format, says, mayEdit, actionsOf]);
}
