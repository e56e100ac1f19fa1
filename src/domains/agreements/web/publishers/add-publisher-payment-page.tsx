import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { type AssignmentDraft, bodyOf, EMPTY_ASSIGNMENT } from './assignment-draft.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import { forgetDraft, keepDraft, keptDraft } from './opener.ts';

/** A publisher is paid by a payment model; who left for a new model finds what was filled in. */
export function AddPublisherPaymentPage() {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const body = (draft: AssignmentDraft) => ({ package_name: pkg.package_name, ...bodyOf(draft) });
  const form = useDraftForm<AssignmentDraft>({
    initial: keptDraft() ?? EMPTY_ASSIGNMENT,
    faultsOf: (draft) => faultsOf(publisherPaymentEndpoints.add.body, body(draft)),
    send: (draft) =>
      call(publisherPaymentEndpoints.add, { body: body(draft) }, { idempotencyKey: crypto.randomUUID(), atOnce: true }),
    back: `/reconcilation/publisher-configuration${sticky}`,
    namespace: 'agreements',
  });
  useEffect(forgetDraft, []);
  return (
    <FormPage form={form} submit={t('save')}>
      <AssignmentFields
        draft={form.draft}
        fault={form.fault}
        onChange={form.change}
        opener="add"
        onLeave={() => keepDraft(form.draft)}
      />
    </FormPage>
  );
}
