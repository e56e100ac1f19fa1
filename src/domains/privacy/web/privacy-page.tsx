import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErasureView, type PackagePrivacy, privacy } from '#domains/privacy/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { PersonForm } from './person-form.tsx';
import styles from './privacy.module.css';
import { SettingsForm } from './settings-form.tsx';

const FAST_MS = 2_000;

/** How long what is kept, and how somebody is erased. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const errorText = useErrorText();
  const [editing, setEditing] = useState<PackagePrivacy | null>(null);
  const list = useQuery(query(privacy.list, {}));
  const run = useMutation({
    mutationFn: () => call(privacy.run, {}),
    onSuccess: () => notify('done', t('running')),
    onError: (error) => notify('failed', errorText(error)),
  });
  const columns = useMemo(
    (): Column<PackagePrivacy>[] => [
      { id: 'package_title', header: t('package'), kind: 'text' },
      { id: 'package_name', header: t('name'), kind: 'text', width: 210 },
      {
        id: 'retention_days',
        header: t('retention'),
        kind: 'text',
        width: 150,
        value: (row) => (row.retention_days === null ? t('for_good') : t('days', { count: row.retention_days })),
      },
      {
        id: 'truncate_after_days',
        header: t('truncation'),
        kind: 'text',
        width: 170,
        value: ({ truncate_after_days: days }) =>
          days === null ? t('never') : days === 0 ? t('at_once') : t('after_days', { count: days }),
      },
      buttonColumn(t('actions'), (row) => ({
        children: t('change'),
        label: t('change_of', { name: row.package_title }),
        onClick: () => setEditing(row),
      })),
    ],
    [t],
  );
  return (
    <div className={styles.page}>
      <section aria-labelledby="privacy-keep">
        <h2 id="privacy-keep">{t('keep')}</h2>
        <ListPage
          id="privacy"
          lead={t('keep_lead')}
          caption={t('keep')}
          columns={columns}
          list={list}
          actions={
            <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
              {t('run')}
            </Button>
          }
          onOpen={setEditing}
          empty={{ why: t('no_packages') }}
        />
      </section>
      <section aria-labelledby="privacy-person">
        <h2 id="privacy-person">{t('person')}</h2>
        <PersonForm />
      </section>
      <section aria-labelledby="privacy-erasures">
        <h2 id="privacy-erasures">{t('erasures')}</h2>
        <Erasures />
      </section>
      <SidePanel opened={editing !== null} title={editing?.package_title} onClose={() => setEditing(null)}>
        {editing && <SettingsForm row={editing} onDone={() => setEditing(null)} />}
      </SidePanel>
    </div>
  );
}

/** Asked for again while one is under way. */
function Erasures() {
  const { t } = useTranslation('privacy');
  const state = useListState();
  const { page, limit } = state;
  const list = useQuery({
    ...query(privacy.erasures, { query: { page, limit } }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state: now }) => now === 'queued' || now === 'running') ? FAST_MS : false,
  });
  const columns = useMemo(
    (): Column<ErasureView>[] => [
      { id: 'created_at', header: t('asked_at'), kind: 'datetime' },
      {
        id: 'kind',
        header: t('what'),
        kind: 'text',
        width: 110,
        value: (row) => t(`kind_${row.kind}`),
      },
      { id: 'target', header: t('target'), kind: 'text', width: 240 },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 130,
        value: (row) => row.error ?? t(`state_${row.state}`),
      },
      {
        id: 'erased',
        header: t('erased'),
        kind: 'text',
        width: 240,
        value: (row) =>
          Object.entries(row.erased)
            .filter(([, n]) => n > 0)
            .map(([what, n]) => `${t(`erased_${what}`, { defaultValue: what })}: ${n}`)
            .join(', '),
      },
      { id: 'author', header: t('author'), kind: 'text', width: 130 },
    ],
    [t],
  );
  return (
    <ListPage
      id="erasures"
      lead={t('erasures_lead')}
      caption={t('erasures')}
      columns={columns}
      state={state}
      list={list}
      empty={{ why: t('erasures_none') }}
    />
  );
}
