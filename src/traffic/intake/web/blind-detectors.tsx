import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { BlindDetector } from '#traffic/intake/contract/import-endpoints.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import styles from './import.module.css';

/** Detectors that cannot see anything in this file, and the columns that would open their eyes. */
export function BlindDetectors({ blind }: { blind: readonly BlindDetector[] }) {
  const { t } = useTranslation('import');
  const names = useNames();
  const ruleName = useRuleName();
  const format = useFormat();
  const heading = useId();
  if (blind.length === 0) return null;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading} className={styles.blindHead}>
        <IconEyeOff size={16} aria-hidden /> {t('blind', { n: blind.length })}
      </h3>
      <p className={styles.hint}>{t('blind_hint')}</p>
      <ul className={styles.blind}>
        {blind.map(({ rule, title, missing }) => {
          const columns = [...new Set(missing.flatMap((each) => each.columns))];
          return (
            <li key={rule}>
              <strong>{ruleName(rule, title)}</strong>{' '}
              <span>{t('needs', { names: format.list(columns.map(names.column)) })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
