import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** The last day of an entry, and that it is over: what it covers stays clean, and nothing that comes is covered. */
export function EndDay({ day }: { day: string | null }) {
  const { t } = useTranslation('whitelist');
  const { pkg } = useSelection();
  const format = useFormat();
  if (day === null) return '–';
  const shown = format.day(day);
  return <>{day < pkg.today ? t('ended', { day: shown }) : shown}</>;
}
