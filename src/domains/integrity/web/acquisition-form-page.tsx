import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { acquisitionEndpoints, type RuleBody, ruleBody } from '#domains/integrity/contract/rule-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call, query } from '#platform/web/api/call.ts';
import { FormPage, Saved } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { emptyRule, RuleFields } from './rule-fields.tsx';
import { ACQUISITION_PATH, bodyOf } from './rules-page.tsx';

export function AcquisitionAddPage() {
  const { pkg } = useSelection();
  return (
    <AcquisitionForm
      key={pkg.package_name}
      initial={emptyRule(pkg.package_name, 'acquisition')}
      send={(body) => call(acquisitionEndpoints.add, { body }, { idempotencyKey: crypto.randomUUID() })}
    />
  );
}

export function AcquisitionEditPage() {
  const { t } = useTranslation('integrity');
  const sticky = useStickySearch();
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const isNamed = Number.isInteger(id) && id > 0;
  const one = useQuery({
    ...query(acquisitionEndpoints.one, { params: { id } }),
    staleTime: 0,
    enabled: isNamed,
    // A rule that is gone does not come back by asking again.
    retry: false,
  });
  const isGone = one.error instanceof ApiError && one.error.status === 404;
  if (!isNamed || isGone)
    return (
      <EmptyState
        why={isNamed ? t('rule_gone', { id }) : t('none_named')}
        action={<Link to={`${ACQUISITION_PATH}${sticky}`}>{t('back_to_rules')}</Link>}
      />
    );
  return (
    <Saved one={one}>
      {(rule) => (
        <AcquisitionForm
          key={rule.updated_at}
          initial={ruleBody.parse(bodyOf(rule))}
          send={(body) => call(acquisitionEndpoints.edit, { params: { id }, body })}
        />
      )}
    </Saved>
  );
}

interface Props {
  initial: RuleBody;
  send: (body: RuleBody) => Promise<{ message: string }>;
}

function AcquisitionForm({ initial, send }: Props) {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const list = useQuery(query(acquisitionEndpoints.list, { query: { package_name: pkg.package_name } }));
  const form = useDraftForm({
    initial,
    faultsOf: (body) => faultsOf(ruleBody, body),
    send,
    back: ACQUISITION_PATH,
    namespace: 'integrity',
  });
  return (
    <FormPage form={form} submit={t('save')}>
      <RuleFields
        kind="acquisition"
        draft={form.draft}
        campaigns={list.data?.data.campaigns ?? []}
        change={form.change}
        fault={form.fault}
      />
    </FormPage>
  );
}
