import type { PublisherPayment } from '#domains/agreements/contract/agreement.ts';
import { publisherPaymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { type AssignmentDraft, bodyOf, draftOf } from './assignment-draft.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import { forgetDraft } from './opener.ts';

export function EditPublisherPayment({ stored, onDone }: { stored: PublisherPayment; onDone: () => void }) {
  const { key, updated_at } = stored;
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
      <AssignmentFields draft={draft} fault={fault} onChange={change} opener="list" onLeave={forgetDraft} />
    </FormCard>
  );
}
