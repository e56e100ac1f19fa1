import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { WrongCalls } from '#traffic/sources/contract/decision-endpoints.ts';

/** What share of the calls of the range is expected to be wrong, in words; nothing where nothing is called. */
export function WrongCallsWords({ of }: { of: Record<'fraud' | 'suspect', WrongCalls> | undefined }) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const said = (['fraud', 'suspect'] as const).flatMap((verdict) => {
    const wrong = of?.[verdict].wrong ?? null;
    return wrong === null ? [] : [t(`wrong_${verdict}`, { share: format.percent(wrong / 100) })];
  });
  return said.length === 0 ? null : <p>{[...said, t('wrong_measured')].join(' ')}</p>;
}
