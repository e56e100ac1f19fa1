import { useTranslation } from 'react-i18next';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsInLines } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { afterSettled } from '../after-settled.ts';
import { draftOf, type PaymentDraft } from './payment-draft.ts';
import { PaymentFields } from './payment-fields.tsx';

/** Other terms from a day on; what was settled stays as it was. */
export function EditPayment({ stored, onDone }: { stored: PaymentModel; onDone: () => void }) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const { key, updated_at, version, settled_until } = stored;
  const { draft, change, fault, card } = usePanelForm<PaymentDraft, { message: string }>({
    initial: draftOf(stored),
    faultsOf: (next) => faultsInLines(paymentEndpoints.edit.body, { ...next, updated_at }),
    send: (next) => call(paymentEndpoints.edit, { params: { key }, body: { ...next, updated_at } }),
    onDone: () => onDone(),
    namespace: 'agreements',
  });
  return (
    <FormCard {...card}>
      <p>{t('edit_payment_what', { version })}</p>
      {settled_until !== null && <p>{t('settled_until', { day: format.day(settled_until) })}</p>}
      <PaymentFields
        draft={draft}
        fault={fault}
        onChange={(part) => change(afterSettled(part, draft, settled_until))}
        stored
      />
    </FormCard>
  );
}
