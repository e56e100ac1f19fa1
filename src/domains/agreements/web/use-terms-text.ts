import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';

type Paid = Pick<PaymentModel, 'model' | 'rate' | 'percent' | 'fixed' | 'currency' | 'tiers'>;

/** What a model pays, in a few words: each of its parts. */
export function useTermsText(): (terms: Paid) => string {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  return useCallback(
    ({ model, rate, percent, fixed, currency, tiers }: Paid) => {
      const { per } = PAYMENT_MODELS[model];
      return [
        ...(rate === null
          ? []
          : [t(per === 1 ? 'paid_each' : 'paid_thousand', { price: format.price(rate, currency) })]),
        ...(tiers.length === 0 ? [] : [t('paid_tiers', { count: tiers.length })]),
        ...(percent === null ? [] : [t('paid_share', { percent: format.number(Number(percent)) })]),
        ...(fixed === null ? [] : [t('paid_month', { price: format.price(fixed, currency) })]),
      ].join(' + ');
    },
    [t, format],
  );
}
