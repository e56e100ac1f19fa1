import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormPage } from '#platform/web/form/form-page.tsx';
import { useDraftForm } from '#platform/web/form/use-draft-form.ts';
import { faultsInLines } from '#platform/web/form/use-schema-form.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { chooseNewModel, OPENED_BY, openerOf } from '../publishers/opener.ts';
import { emptyPayment, type PaymentDraft } from './payment-draft.ts';
import { PaymentFields } from './payment-fields.tsx';

/** A payment model of the package, from its list or from where one is chosen: whoever opened it is come back to. */
export function AddPaymentPage(_: PageProps) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const [params] = useSearchParams();
  const opener = openerOf(params.get(OPENED_BY));
  const form = useDraftForm<PaymentDraft>({
    initial: emptyPayment(pkg.currency, `${pkg.today.slice(0, 8)}01`),
    faultsOf: (draft) => faultsInLines(paymentEndpoints.add.body, { package_name: pkg.package_name, ...draft }),
    send: async (draft) => {
      const body = { package_name: pkg.package_name, ...draft };
      const answer = await call(paymentEndpoints.add, { body }, { idempotencyKey: crypto.randomUUID(), atOnce: true });
      if (opener !== undefined) chooseNewModel(answer.data.key);
      return answer;
    },
    back: `${opener ?? '/reconcilation/payment-configuration'}${sticky}`,
    labels: { up_to: 'tier_up_to' },
    namespace: 'agreements',
  });
  return (
    <FormPage form={form} submit={t('save')}>
      <PaymentFields draft={form.draft} fault={form.fault} onChange={form.change} />
    </FormPage>
  );
}
