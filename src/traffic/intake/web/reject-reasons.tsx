import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';
import { useImportText } from './use-import-text.ts';

const SHOWN = 8;

/** Why records were rejected, the most frequent reasons first; the file has them all. */
export function RejectReasons({ id }: { id: number }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const importText = useImportText();
  const found = useQuery(query(imports.reasons, { params: { id } }));
  const reasons = found.data?.data ?? [];
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label={t('reasons')}>
      {reasons.slice(0, SHOWN).map(({ column, reason, told, records }) => (
        <li key={`${column} ${reason}`}>
          <span className="numbers">{format.number(records)}</span>
          <span>
            {column !== '' && <code>{column}</code>} {told ? importText(told) : reason}
          </span>
        </li>
      ))}
      {reasons.length > SHOWN && <li>{t('reasons_more', { n: format.number(reasons.length - SHOWN) })}</li>}
    </ul>
  );
}
