import { Alert, Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RuleKind } from '#domains/integrity/contract/kinds.ts';
import { type RuleVersion, type RuleView, ruleBody } from '#domains/integrity/contract/rule-endpoints.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { ruleKindOf } from './kind-of-page.ts';
import { ruleCalls } from './rule-calls.ts';
import { emptyRule, RuleFields } from './rule-fields.tsx';
import { useOrderColumn } from './rule-order.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { useRuleWords } from './rule-words.ts';

const NONE: readonly RuleView[] = [];
export const ACQUISITION_PATH = '/user-acquisition/rule-configuration';

/** Rules as they are written, and the button that puts them in force. */
export function RulesPage({ page }: PageProps) {
  const { t } = useTranslation('integrity');
  const kind = ruleKindOf(page.id);
  const { pkg } = useSelection();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<RuleView | 'new'>();
  const [note, setNote] = useState('');
  const calls = ruleCalls(kind);
  const asked = useQuery(calls.list(pkg.package_name));
  const found = asked.data?.data;
  const close = () => setOpened(undefined);
  // Those of user acquisition have pages of their own for their forms (INTG-ROUTE-18, 19).
  const open = (rule: RuleView | 'new'): void => {
    if (kind !== 'acquisition') setOpened(rule);
    else navigate(rule === 'new' ? `${ACQUISITION_PATH}/add` : `${ACQUISITION_PATH}/edit?id=${rule.id}`);
  };
  const removal = useConfirmed({
    run: ({ id }: RuleView) => calls.remove(id),
    question: ({ name }) => ({ title: t('ask_delete', { name }), confirm: t('delete'), why: <p>{t('why_delete')}</p> }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const publish = useConfirmed({
    run: (name: string) => calls.publish(name, note.trim()),
    question: () => ({
      title: t('ask_publish'),
      confirm: t('publish'),
      why: (
        <>
          <p>{t('why_publish')}</p>
          <TextInput
            label={t('note')}
            description={t('note_hint')}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      ),
    }),
    done: () => {
      setNote('');
      return t('published');
    },
  });
  const mayEdit = userMay('tracking.write');
  const order = useOrderColumn(kind, found?.rules ?? NONE, mayEdit);
  const add = mayEdit && <AddButton onClick={() => open('new')}>{t('add_rule')}</AddButton>;
  return (
    <>
      <ListPage
        id={page.id}
        lead={
          <Standing kind={kind} found={found} onPublish={mayEdit ? () => publish.ask(pkg.package_name) : undefined} />
        }
        caption={t('rules_caption')}
        columns={useColumns(order, open, removal.ask)}
        list={{ ...asked, data: found && { data: found.rules } }}
        actions={add}
        empty={{ why: t(`rules_none_${kind}`), action: add }}
        {...(mayEdit ? { onOpen: open } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={opened === 'new' || !opened ? t('add_rule') : opened.name}
        onClose={close}
        stays
      >
        {opened && (
          <RulePanel
            key={opened === 'new' ? 0 : opened.id}
            kind={kind}
            stored={opened === 'new' ? undefined : opened}
            campaigns={found?.campaigns ?? []}
            onDone={close}
          />
        )}
      </SidePanel>
      {removal.dialog}
      {publish.dialog}
    </>
  );
}

interface StandingProps {
  kind: RuleKind;
  found: { changed: boolean; versions: readonly RuleVersion[] } | undefined;
  onPublish: (() => void) | undefined;
}

/** What is in force, and whether what is written differs from it. */
function Standing({ kind, found, onPublish }: StandingProps) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const format = useFormat();
  const newest = found?.versions[0];
  return (
    <>
      <p>{t(`rules_lead_${kind}`)}</p>
      {found && (
        <p>
          {newest
            ? t('in_force', {
                version: newest.version,
                by: newest.published_by,
                at: format.dateTime(newest.published_at, pkg.time_zone),
              })
            : t('none_in_force')}
        </p>
      )}
      {found && found.versions.length > 0 && <RuleVersions kind={kind} versions={found.versions} />}
      {found?.changed && (
        <Alert color="suspect" mt="xs" role="status">
          <Group justify="space-between">
            {t('changed')}
            {onPublish && (
              <Button size="compact-sm" onClick={onPublish}>
                {t('publish')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
    </>
  );
}

interface PanelProps {
  kind: RuleKind;
  stored: RuleView | undefined;
  campaigns: readonly { id: number; name: string }[];
  onDone: () => void;
}

function RulePanel({ kind, stored, campaigns, onDone }: PanelProps) {
  const { pkg } = useSelection();
  const calls = ruleCalls(kind);
  const { draft, change, fault, card } = usePanelForm({
    initial: stored ? ruleBody.parse(bodyOf(stored)) : emptyRule(pkg.package_name, kind),
    faultsOf: (body) => faultsOf(ruleBody, body),
    send: (body) => (stored ? calls.edit(stored.id, body) : calls.add(body)),
    onDone: () => onDone(),
    namespace: 'integrity',
  });
  return (
    <FormCard {...card}>
      <RuleFields kind={kind} draft={draft} campaigns={campaigns} change={change} fault={fault} />
    </FormCard>
  );
}

/** Of a stored rule what its form has. */
export const bodyOf = ({ package_name, name, campaign_id, field, operator, values, action, active }: RuleView) => ({
  package_name,
  name,
  campaign_id,
  field,
  operator,
  values,
  action,
  active,
});

function useColumns(
  order: Column<RuleView>,
  onEdit: (row: RuleView) => void,
  onDelete: (row: RuleView) => void,
): Column<RuleView>[] {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const words = useRuleWords();
  const mayEdit = userMay('tracking.write');
  return useMemo(
    () => [
      order,
      { id: 'name', header: t('rule_name'), kind: 'text', width: 190 },
      {
        id: 'campaign',
        header: t('campaign'),
        kind: 'text',
        width: 150,
        value: (row) => row.campaign || t('all_campaigns'),
      },
      { id: 'field', header: t('condition'), kind: 'text', width: 280, value: words },
      { id: 'action', header: t('action'), kind: 'text', width: 100, value: ({ action }) => t(`action_${action}`) },
      { id: 'active', header: t('active'), kind: 'text', width: 80, value: ({ active }) => t(active ? 'yes' : 'no') },
      { id: 'updated_by', header: t('updated_by'), kind: 'text', width: 130, hidden: true },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone },
      ...(mayEdit
        ? [
            menuColumn<RuleView>(t('actions'), (row) => ({
              label: t('actions_of', { name: row.name }),
              actions: [
                { label: t('edit'), onClick: () => onEdit(row) },
                { label: t('delete'), onClick: () => onDelete(row), danger: true },
              ],
            })),
          ]
        : []),
    ],
    [order, t, words, pkg.time_zone, mayEdit, onEdit, onDelete],
  );
}
