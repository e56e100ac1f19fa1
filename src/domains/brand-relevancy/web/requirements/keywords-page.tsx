import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type KeywordChange,
  keywordEdit,
  type RequirementView,
} from '#domains/brand-relevancy/contract/requirement.ts';
import { requirementEndpoints } from '#domains/brand-relevancy/contract/requirement-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { usePlaces } from '../use-places.ts';
import { ClosedRequirement } from './closed-requirement.tsx';
import { KeywordFields } from './requirement-fields.tsx';
import { useNamedRequirement } from './use-named-requirement.ts';

/** The keywords of one requirement, and how they became what they are. */
export function KeywordsPage() {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const places = usePlaces();
  const navigate = useNavigate();
  const { reference, one } = useNamedRequirement();
  const list = useQuery(query(requirementEndpoints.list, { query: { package_name: pkg.package_name, limit: 500 } }));
  const choices = (list.data?.data ?? []).map((row) => ({ value: row.reference, label: row.campaign_name }));
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('keywords_lead')}</p>
        <div className={screen.tools}>
          <Select
            aria-label={t('requirement')}
            placeholder={t('choose_requirement')}
            data={choices}
            value={reference || null}
            searchable
            nothingFoundMessage={t('none_found')}
            onChange={(chosen) => chosen && void navigate(places.keywords(chosen))}
          />
        </div>
      </header>
      {reference === '' ? (
        <EmptyState
          why={t(list.data?.total === 0 ? 'no_requirements' : 'keywords_choose')}
          action={
            list.data?.total === 0 && (
              <Button variant="default" onClick={() => void navigate(places.requirements)}>
                {t('requirements')}
              </Button>
            )
          }
        />
      ) : (
        <Saved one={one}>
          {(view, reload) => (
            <>
              {view.status === 'closed' ? (
                <ClosedRequirement view={view} />
              ) : (
                <KeywordForm key={`${view.id} ${view.updated_at}`} view={view} onReload={reload} />
              )}
              <History key={view.id} requirement={view} />
            </>
          )}
        </Saved>
      )}
    </div>
  );
}

function KeywordForm({ view, onReload }: { view: RequirementView; onReload: () => void }) {
  const { t } = useTranslation('requirements');
  const places = usePlaces();
  const { id, keywords, excluded_keywords, updated_at } = view;
  const form = useDraftForm({
    initial: { keywords, excluded_keywords, reason: '' },
    faultsOf: (draft) => faultsOf(keywordEdit, { ...draft, updated_at }),
    send: (draft) => call(requirementEndpoints.editKeywords, { params: { id }, body: { ...draft, updated_at } }),
    onward: () => places.keywords(view.reference),
    back: places.requirements,
    namespace: 'requirements',
  });
  if (!userMay('tracking.write')) return <p className={screen.note}>{keywords.join(', ')}</p>;
  return (
    <FormPage form={form} submit={t('save')} onReload={onReload} wide>
      <KeywordFields draft={form.draft} onChange={form.change} fault={form.fault} />
      <TextInput
        label={t('reason')}
        value={form.draft.reason}
        error={form.fault('reason')}
        maxLength={500}
        onChange={(event) => form.change({ reason: event.currentTarget.value })}
      />
    </FormPage>
  );
}

function History({ requirement: { id } }: { requirement: RequirementView }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const state = useListState();
  const { page, limit } = state.asked;
  const list = useQuery(query(requirementEndpoints.keywordHistory, { params: { id }, query: { page, limit } }));
  const words = (column: 'added' | 'removed' | 'excluded_added' | 'excluded_removed'): Column<KeywordChange> => ({
    id: column,
    header: t(`history_${column}`),
    kind: 'text',
    width: 170,
    sortable: false,
    value: (row) => row[column].join(', '),
  });
  return (
    <section className={screen.card} aria-label={t('history')}>
      <div className={screen.cardHead}>
        <h2>{t('history')}</h2>
      </div>
      <DataTable
        id="brand-keyword-history"
        caption={t('history')}
        columns={[
          { id: 'changed_at', header: t('changed_at'), kind: 'datetime', timeZone: pkg.time_zone, sortable: false },
          words('added'),
          words('removed'),
          words('excluded_added'),
          words('excluded_removed'),
          { id: 'reason', header: t('reason'), kind: 'text', width: 160, sortable: false },
          { id: 'changed_by', header: t('changed_by'), kind: 'text', width: 130, sortable: false },
        ]}
        {...pageOfList(list, { page: state.page, onPage: state.setPage })}
        rowKey={(row) => String(row.id)}
        maxHeight={360}
        empty={{ why: t('no_history') }}
      />
    </section>
  );
}
