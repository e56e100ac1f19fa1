import { Checkbox, TagsInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { ImportPreview, LeftOut as LeftOutRequests } from '#traffic/intake/contract/import-endpoints.ts';
import { type ImportMapping, REQUEST_CLASSES, type RequestClass } from '#traffic/intake/contract/import-mapping.ts';
import styles from './import.module.css';

interface Props {
  mapping: ImportMapping;
  counted: ImportPreview['requests'];
  onChange: (mapping: ImportMapping) => void;
}

/** A log has a line for every picture and script: which of its requests are visits, and which site it is of. */
export function RequestChoice({ mapping, counted, onChange }: Props) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const { pkg } = useSelection();
  const heading = useId();
  const { requests, site } = mapping;
  if (!requests) return null;
  const { take } = requests;
  const choose = (what: RequestClass, wanted: boolean): void =>
    onChange({
      ...mapping,
      requests: {
        ...requests,
        take: REQUEST_CLASSES.filter((each) => (each === what ? wanted : take.includes(each))),
      },
    });
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('requests')}</h3>
      <p className={styles.hint}>
        {t('requests_hint')} {counted && t('requests_counted', { n: format.number(counted.records) })}
      </p>
      <ul className={styles.requests}>
        {REQUEST_CLASSES.map((what) => {
          const found = counted?.classes.find((each) => each.what === what);
          const taken = take.includes(what);
          return (
            <li key={what}>
              <Checkbox
                label={t(`request_${what}`)}
                checked={taken}
                // Something has to be left to import.
                disabled={taken && take.length === 1}
                onChange={(event) => choose(what, event.currentTarget.checked)}
              />
              <span className="numbers">{counted ? format.number(found?.records ?? 0) : ''}</span>
              <span className={styles.example}>{found?.example}</span>
            </li>
          );
        })}
      </ul>
      {site && (
        <TagsInput
          label={t('site')}
          description={t('site_hint', { package: pkg.package_name })}
          value={site}
          onChange={(hosts) => onChange({ ...mapping, site: hosts })}
          placeholder={site.length === 0 ? t('site_none') : ''}
          maw={560}
        />
      )}
    </section>
  );
}

/** What a log held beside visits, by what it was. */
export function LeftOut({ leftOut }: { leftOut: readonly LeftOutRequests[] }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  if (leftOut.length === 0) return null;
  return (
    <ul className={styles.reasons} aria-label={t('left_out_list')}>
      {leftOut.map(({ what, records, example }) => (
        <li key={what}>
          <span className="numbers">{format.number(records)}</span>
          <span>
            {t(`request_${what}`)} <code>{example}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
