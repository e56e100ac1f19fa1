import { useTranslation } from 'react-i18next';
import { CATALOGUE } from '#traffic/contract/catalogue.ts';
import { useNames } from '../names.ts';
import screen from '../screen.module.css';

/** Methods the field knows and our data cannot feed, with what each waits for: silence is not cleanliness. */
export function NotPossible() {
  const { t } = useTranslation('rules');
  const names = useNames();
  const waiting = CATALOGUE.filter(({ rules, needs }) => rules.length === 0 && needs);
  return (
    <details className={screen.card}>
      <summary className={screen.cardHead} style={{ paddingBottom: 10, cursor: 'pointer' }}>
        <h2>{t('waiting_methods', { count: waiting.length })}</h2>
        <span className={screen.note}>{t('waiting_note', { total: CATALOGUE.length })}</span>
      </summary>
      <div style={{ padding: '0 14px 10px' }}>
        <ul className={screen.list} lang="en">
          {waiting.map(({ number, title, reason, needs }) => (
            <li key={number}>
              <strong>{title}</strong>
              <span className={screen.note}>{names.reason(reason)}</span>
              <span style={{ flexBasis: '100%' }}>{needs}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
