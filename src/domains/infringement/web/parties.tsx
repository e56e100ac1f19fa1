import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newParty, partyEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import { PARTY_KINDS, type PartyKind, type PartyView } from '#domains/infringement/contract/search-ad.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

/** What ads are sorted by: protected words, and whose domains and affiliate ids are known. */
export function Parties() {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const [adding, setAdding] = useState(false);
  const list = useQuery(query(partyEndpoints.list, { query: { package_name: pkg.package_name } }));
  const remove = useConfirmed({
    run: ({ id }: PartyView) => call(partyEndpoints.remove, { params: { id } }),
    question: ({ value }) => ({
      title: t('party_remove'),
      confirm: t('remove'),
      why: t('party_remove_why', { value }),
    }),
    done: () => t('removed'),
  });
  const { ask } = remove;
  const mayEdit = userMay('rules.write');
  const columns = useMemo(
    (): Column<PartyView>[] => [
      { id: 'value', header: t('party_value'), kind: 'text', width: 220, narrow: { place: 0, width: 140 } },
      { id: 'kind', header: t('party_kind'), kind: 'text', width: 170, value: ({ kind }) => t(`party_${kind}`) },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 170 },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 150 },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
      ...(mayEdit
        ? [
            buttonColumn<PartyView>(t('actions'), (row) => ({
              children: t('remove'),
              label: t('remove_of', { name: row.value }),
              onClick: () => ask(row),
            })),
          ]
        : []),
    ],
    [t, pkg.time_zone, mayEdit, ask],
  );
  const add = mayEdit && <AddButton onClick={() => setAdding(true)}>{t('party_add')}</AddButton>;
  return (
    <>
      <ListPage
        id="adword-parties"
        lead={t('lead_parties')}
        caption={t('tab_parties')}
        columns={columns}
        list={list}
        actions={add}
        empty={{ why: t('none_parties'), action: add }}
      />
      <SidePanel opened={adding} title={t('party_add')} onClose={() => setAdding(false)} stays>
        {adding && <PartyForm onDone={() => setAdding(false)} />}
      </SidePanel>
      {remove.dialog}
    </>
  );
}

interface Draft {
  kind: PartyKind;
  value: string;
  publisher: string;
}

function PartyForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const bodyOf = (draft: Draft) => ({ package_name: pkg.package_name, ...draft });
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { kind: 'partner', value: '', publisher: '' },
    faultsOf: (given) => faultsOf(newParty, bodyOf(given)),
    send: (given) => call(partyEndpoints.add, { body: bodyOf(given) }),
    onDone: () => onDone(),
    namespace: 'infringement',
  });
  return (
    <FormCard {...card} submit={t('party_add')}>
      <Select
        label={t('party_kind')}
        data={PARTY_KINDS.map((value) => ({ value, label: t(`party_${value}`) }))}
        value={draft.kind}
        allowDeselect={false}
        onChange={(value) => change({ kind: PARTY_KINDS.find((each) => each === value) ?? 'partner' })}
      />
      <TextInput
        label={t('party_value')}
        description={t(`party_hint_${draft.kind}`)}
        value={draft.value}
        error={fault('value')}
        maxLength={253}
        required
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      {draft.kind === 'partner' && (
        <TextInput
          label={t('publisher')}
          description={t('publisher_hint')}
          value={draft.publisher}
          error={fault('publisher')}
          maxLength={500}
          onChange={(event) => change({ publisher: event.currentTarget.value })}
        />
      )}
    </FormCard>
  );
}
