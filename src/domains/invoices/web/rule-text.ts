import { useTranslation } from 'react-i18next';
import type { TaxRule } from '#domains/invoices/contract/party.ts';
import { useFormat } from '#platform/web/i18n/format.ts';

/** Tells one rule from the others. */
export const ruleText = (rule: TaxRule): string => JSON.stringify(rule);

/** A rule in one line. */
export function useRuleText(): (rule: TaxRule) => string {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  return ({ valid_from, country, state_code, category, taxes }) => {
    const place = [country === '' ? t('every_country') : format.country(country), state_code];
    return t(taxes.length === 0 ? 'rule_line_free' : 'rule_line', {
      place: place.filter((part) => part !== '').join(' '),
      category: t(`category_${category}`),
      taxes: taxes.map(({ name, percent }) => `${name} ${percent} %`).join(' + '),
      day: format.day(valid_from),
    });
  };
}
