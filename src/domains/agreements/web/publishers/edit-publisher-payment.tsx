import { useTranslation } from 'react-i18next';
import type { PublisherPayment } from '#domains/agreements/contract/agreement.ts';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { afterSettled } from '../after-settled.ts';
import { type AssignmentDraft, bodyOf, draftOf } from './assignment-draft.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import { forgetDraft } from './opener.ts';

export function EditPublisherPayment({ stored, onDone }: { stored: PublisherPayment; onDone: () => void }) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const { key, updated_at, settled_until } = stored;
  const body = (draft: AssignmentDraft) => ({ ...bodyOf(draft), updated_at });
  const { draft, change, fault, card } = usePanelForm<AssignmentDraft, { message: string }>({
    initial: draftOf(stored),
    faultsOf: (next) => faultsOf(publisherPaymentEndpoints.edit.body, body(next)),
    send: (next) => call(publisherPaymentEndpoints.edit, { params: { key }, body: body(next) }),
    onDone: () => onDone(),
    namespace: 'agreements',
  });
  return (
    <FormCard {...card}>
      {settled_until !== null && <p>{t('settled_until', { day: format.day(settled_until) })}</p>}
      <AssignmentFields
        draft={draft}
        fault={fault}
        onChange={(part) => change(afterSettled(part, draft, settled_until))}
        opener="list"
        onLeave={forgetDraft}
      />
    </FormCard>
  );
}
