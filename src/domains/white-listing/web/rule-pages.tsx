import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ruleName, whiteListingEndpoints } from '#domains/white-listing/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { EntryTerms } from '#traffic/white-list/web/entry-terms.tsx';
import { ConditionRows } from './condition-rows.tsx';
import { Hides } from './hides.tsx';
import { usePlaces } from './places.ts';
import { asType, bodyOf, draftOf, EMPTY_DRAFT, faultsOf, type RuleDraft } from './rule-draft.ts';
import { useTypeNames } from './type-names.ts';

/** A new rule of the white list. */
export function AddRulePage() {
  const { pkg } = useSelection();
  return (
    <RuleForm
      key={pkg.package_name}
      initial={EMPTY_DRAFT}
      stored={false}
      send={(draft) =>
        call(
          whiteListingEndpoints.add,
          { body: bodyOf(pkg.package_name, draft) },
          { idempotencyKey: crypto.randomUUID() },
        )
      }
    />
  );
}

/** The rule that the address names, after a reload as well. */
export function EditRulePage() {
  const { t } = useTranslation('white-listing');
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const analysis = asType(params.get('analysis'));
  const name = params.get('rule_name') ?? '';
  const list = useQuery({
    ...query(whiteListingEndpoints.table, {
      query: { package_name: pkg.package_name, rule_name: name, ...(analysis ? { analysis } : {}) },
    }),
    staleTime: 0,
    enabled: analysis !== null && name !== '',
  });
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (analysis === null || name === '') return <EmptyState why={t('none_named')} />;
  if (!list.data) return null;
  const [row] = list.data.data;
  if (!row) return <EmptyState why={t('gone')} />;
  return (
    <RuleForm
      key={row.id}
      initial={draftOf(row)}
      stored
      send={(draft) => call(whiteListingEndpoints.edit, { body: bodyOf(pkg.package_name, draft) })}
    />
  );
}

interface FormProps {
  initial: RuleDraft;
  /** Its key stands. */
  stored: boolean;
  send: (draft: RuleDraft) => Promise<{ message: string }>;
}

function RuleForm({ initial, stored, send }: FormProps) {
  const { t } = useTranslation('white-listing');
  const { pkg } = useSelection();
  const { list } = usePlaces();
  const types = useTypeNames();
  const form = useDraftForm({
    initial,
    faultsOf: (draft) => faultsOf(pkg.package_name, draft),
    send,
    back: list,
    namespace: 'white-listing',
  });
  const { draft, change, fault } = form;
  const [asked, setAsked] = useState<RuleDraft>();
  const complete = Object.keys(faultsOf(pkg.package_name, draft)).length === 0;
  return (
    <FormPage form={form} submit={t('save')} wide>
      <FieldPair>
        <Select
          label={t('analysis')}
          description={t('analysis_hint')}
          data={types.choices(draft.analysis)}
          value={draft.analysis}
          error={fault('analysis')}
          readOnly={stored}
          required
          allowDeselect={false}
          onChange={(analysis) => change({ analysis: asType(analysis) })}
        />
        <TextInput
          label={t('rule_name')}
          value={draft.rule_name}
          error={fault('rule_name')}
          readOnly={stored}
          maxLength={longest(ruleName)}
          required
          onChange={(event) => change({ rule_name: event.currentTarget.value })}
        />
      </FieldPair>
      <ConditionRows
        analysis={draft.analysis}
        conditions={draft.conditions}
        fault={fault('conditions')}
        onChange={(conditions) => change({ conditions })}
      />
      <EntryTerms
        terms={draft}
        fault={fault('reason') ? 'reason_needed' : undefined}
        endFault={fault('expires')}
        askedAgain={fault('confirm')}
        onChange={({ reason, from, expires, confirm }) => change({ reason, from, expires, confirm })}
      />
      <div>
        <Button variant="default" disabled={!complete} onClick={() => setAsked(draft)}>
          {t('preview')}
        </Button>
      </div>
      {asked && <Hides body={bodyOf(pkg.package_name, asked)} />}
    </FormPage>
  );
}
