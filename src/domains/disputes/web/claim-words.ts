import { useTranslation } from 'react-i18next';
import type { DisputeLine } from '#domains/disputes/contract/dispute.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useNames } from '#traffic/event/web/names.ts';

interface Amount {
  currency: string;
  amount: string;
}

/** Words of a claim in the reader's language. */
export function useClaimWords() {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const names = useNames();
  const category = (id: string): string =>
    id === 'duplicate' ? t('duplicate') : names.value('reason_group', id.replace(/^invalid\./, ''));
  /** Those that are not zero, or a dash. */
  const amounts = (all: readonly Amount[]): string =>
    all
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ amount, currency }) => format.money(Number(amount), currency))
      .join(' · ') || '–';
  const nameOf = (line: Pick<DisputeLine, 'campaign' | 'event' | 'category'>): string =>
    [line.campaign, line.event, category(line.category)].filter((name) => name !== '').join(' · ');
  const lineAmount = ({ amount, currency }: Pick<DisputeLine, 'amount' | 'currency'>): string =>
    amount === '' ? t('amount_unknown') : format.money(Number(amount), currency);
  const stateOf = ({ answer, decision }: Pick<DisputeLine, 'answer' | 'decision'>): string =>
    t(`line_${decision ?? answer ?? 'open'}`);
  return { t, format, category, amounts, nameOf, lineAmount, stateOf };
}
