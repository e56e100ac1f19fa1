import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** Says of which currencies no rate leads into that of the package; nothing where there are none. */
export function NoRateNote({ currencies }: { currencies: readonly string[] }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { currency } = useSelection().pkg;
  const apart = [...new Set(currencies)].filter((one) => one !== '' && one !== currency).toSorted();
  if (apart.length === 0) return null;
  return <p className={screen.note}>{t('no_rate_note', { currencies: format.list(apart), currency })}</p>;
}
