import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { useNames } from '#traffic/event/web/names.ts';
import { CATALOGUE } from '#traffic/rules/contract/catalogue.ts';
import { useRuleTexts } from '#traffic/rules/web/rule-texts.ts';

/** Methods the field knows and our data cannot feed, with what each waits for: silence is not cleanliness. */
export function NotPossible() {
  const { t } = useTranslation('rules');
  const names = useNames();
  const texts = useRuleTexts();
  const waiting = CATALOGUE.filter(({ runs }) => !runs);
  return (
    <details className={screen.card}>
      <summary className={screen.cardHead} style={{ paddingBottom: 10, cursor: 'pointer' }}>
        <h2>{t('waiting_methods', { count: waiting.length })}</h2>
        <span className={screen.note}>{t('waiting_note', { total: CATALOGUE.length })}</span>
      </summary>
      <div style={{ padding: '0 14px 10px' }}>
        <ul className={screen.list}>
          {waiting.map((row) => (
            <li key={row.number}>
              <strong>{texts.method(row)}</strong>
              <span className={screen.note}>{names.reason(row.reason)}</span>
              <span style={{ flexBasis: '100%' }}>{texts.needs(row)}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
