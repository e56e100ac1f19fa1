import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { PAYMENT_MODELS, type PaymentModelName } from '#traffic/money/contract/payment-models.ts';

export type PaymentDraft = Omit<
  PaymentModel,
  'key' | 'package_name' | 'version' | 'publishers' | 'settled_until' | 'created_by' | 'updated_at'
>;

/** A field of the form, or one of a tier. */
export type PaymentField = keyof PaymentDraft | `tiers.${number}.${keyof PaymentDraft['tiers'][number]}`;

export const emptyPayment = (currency: string, validFrom: string): PaymentDraft => ({
  name: '',
  model: 'CPI',
  event: '',
  rate: null,
  percent: null,
  fixed: null,
  currency,
  order_status: [],
  tiers: [],
  tiers_apply: 'within',
  min_guarantee: null,
  valid_from: validFrom,
  valid_to: null,
});

export const draftOf = ({
  key: _key,
  package_name: _package,
  version: _version,
  publishers: _publishers,
  settled_until: _settled,
  created_by: _author,
  updated_at: _at,
  ...draft
}: PaymentModel): PaymentDraft => draft;

export const takes = (model: PaymentModelName, what: 'rate' | 'percent' | 'fixed'): boolean =>
  PAYMENT_MODELS[model].takes.some((each) => each === what);

/** Another model, without what it does not take. */
export function withModel(draft: PaymentDraft, model: PaymentModelName): Partial<PaymentDraft> {
  return {
    model,
    event: PAYMENT_MODELS[model].event === 'none' ? '' : draft.event,
    rate: takes(model, 'rate') ? draft.rate : null,
    tiers: takes(model, 'rate') ? draft.tiers : [],
    percent: takes(model, 'percent') ? draft.percent : null,
    fixed: takes(model, 'fixed') ? draft.fixed : null,
  };
}
