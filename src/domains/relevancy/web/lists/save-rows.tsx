import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { listEndpoints } from '#domains/relevancy/contract/list-endpoints.ts';
import type { ResultRow } from '#domains/relevancy/contract/scan.ts';
import {
  LIST_HOLDS,
  LIST_KINDS,
  type Listed,
  type ListHolds,
  type ListKind,
  listName,
  MOST_LISTS,
} from '#domains/relevancy/contract/video-list.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';

interface Draft {
  /** Its number, or nothing for a new one. */
  list: string;
  name: string;
  kind: ListKind;
  holds: ListHolds;
}

interface Props {
  rows: readonly ResultRow[];
}

/** Puts chosen videos, or their channels, onto a list of the package. */
export function SaveRows({ rows }: Props) {
  const { t } = useTranslation('video-lists');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => setOpened(true)}>
        {rows.length === 0 ? t('save_title') : t('save_rows', { count: rows.length, n: format.number(rows.length) })}
      </Button>
      <SidePanel opened={opened} title={t('save_title')} onClose={() => setOpened(false)} stays>
        {opened && <SaveForm rows={rows} onDone={() => setOpened(false)} />}
      </SidePanel>
    </>
  );
}

const named = z.object({ name: listName });
/** Those that fit are wanted, any other is not. */
const kindFor = (rows: readonly ResultRow[]): ListKind =>
  rows.every(({ status }) => status === 'Relevant' || status === 'Included') ? 'inclusion' : 'exclusion';

function entriesOf(rows: readonly ResultRow[], holds: ListHolds): Listed[] {
  const fit = holds === 'videos' ? rows : rows.filter(({ channel_id, owner_channel_name: name }) => channel_id || name);
  return fit.map(({ video_url, title, channel_id, owner_channel_name }) => ({
    video_url,
    title: title.slice(0, 1_000),
    channel_id,
    owner_channel_name: owner_channel_name.slice(0, 500),
  }));
}

function SaveForm({ rows, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation('video-lists');
  const format = useFormat();
  const { pkg } = useSelection();
  const asked = { package_name: pkg.package_name, page: 1, limit: MOST_LISTS };
  const known = useQuery(query(listEndpoints.list, { query: asked }));
  const lists = known.data?.data ?? [];
  const holdsOf = ({ list, holds }: Draft): ListHolds => lists.find(({ id }) => String(id) === list)?.holds ?? holds;
  const { draft, change, fault, card } = usePanelForm<Draft, { message: string }>({
    initial: { list: '', name: '', kind: kindFor(rows), holds: 'videos' },
    faultsOf: (given) => (given.list === '' ? faultsOf(named, given) : {}),
    send: async (given) => {
      const { list, name, kind, holds } = given;
      const entries = entriesOf(rows, holdsOf(given));
      const { data } =
        list === ''
          ? await call(listEndpoints.make, { body: { package_name: pkg.package_name, name, kind, holds, entries } })
          : await call(listEndpoints.add, { params: { id: Number(list) }, body: { entries } });
      const n = { added: format.number(data.added), known: format.number(data.known) };
      return { message: t(data.known > 0 ? 'added_some' : 'added', { count: data.added, ...n, name: data.list.name }) };
    },
    onDone: () => onDone(),
    namespace: 'video-lists',
  });
  const left = rows.length - entriesOf(rows, holdsOf(draft)).length;
  if (known.isError) return <ErrorState error={known.error} onRetry={() => void known.refetch()} />;
  return (
    <FormCard {...card} submit={t('save')}>
      <Select
        label={t('list')}
        data={[
          { value: '', label: t('new_list') },
          ...lists.map(({ id, name, kind, holds }) => ({
            value: String(id),
            label: `${name} (${t(`kind_${kind}`)}, ${t(`holds_${holds}`)})`,
          })),
        ]}
        value={draft.list}
        allowDeselect={false}
        searchable={lists.length > 8}
        disabled={known.isPending}
        onChange={(list) => change({ list: list ?? '' })}
      />
      {draft.list === '' && (
        <>
          <TextInput
            label={t('name')}
            value={draft.name}
            error={fault('name')}
            maxLength={longest(listName)}
            required
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            label={t('kind')}
            description={t(`about_${draft.kind}`)}
            data={LIST_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
            value={draft.kind}
            allowDeselect={false}
            onChange={(kind) => change({ kind: LIST_KINDS.find((each) => each === kind) ?? 'exclusion' })}
          />
          <Select
            label={t('holds')}
            description={t(`about_${draft.holds}`)}
            data={LIST_HOLDS.map((value) => ({ value, label: t(`holds_${value}`) }))}
            value={draft.holds}
            allowDeselect={false}
            onChange={(holds) => change({ holds: LIST_HOLDS.find((each) => each === holds) ?? 'videos' })}
          />
        </>
      )}
      {left > 0 && <p role="status">{t('no_channel', { count: left, n: format.number(left) })}</p>}
    </FormCard>
  );
}
