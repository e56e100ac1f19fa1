import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { ImportView } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';
import { useImportActions } from './use-imports.ts';

/** The days of a waiting import: what is stored, what the file brings, and which of them it shall replace. */
export function ReplaceDays({ job }: { job: ImportView }) {
  const { t } = useTranslation('import');
  const { pkg } = useSelection();
  const format = useFormat();
  const { replace, cancel } = useImportActions();
  const plan = job.replace_plan ?? [];
  const [days, setDays] = useState(() => new Set(plan.filter(({ stored }) => stored > 0).map(({ day }) => day)));
  const going = plan.reduce((sum, { day, stored }) => sum + (days.has(day) ? stored : 0), 0);
  const toggle = (day: string, chosen: boolean): void =>
    setDays((before) => new Set(chosen ? [...before, day] : [...before].filter((each) => each !== day)));
  return (
    <section className={styles.box} aria-label={job.file_name}>
      <header className={styles.boxHead}>
        <h2>{job.file_name}</h2>
        <span role="status">{t('state_waiting')}</span>
      </header>
      <p className={styles.hint}>{t('replace_ask', { zone: pkg.time_zone })}</p>
      <div className={styles.days}>
        <table>
          <caption>{t('replace_caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('replace_day')}</th>
              <th scope="col">{t('replace_stored')}</th>
              <th scope="col">{t('replace_fresh')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.map(({ day, fresh, stored }) => (
              <tr key={day}>
                <th scope="row">
                  <Checkbox
                    label={format.day(day)}
                    checked={days.has(day)}
                    disabled={stored === 0 || !userMay('import.write')}
                    onChange={(event) => toggle(day, event.currentTarget.checked)}
                  />
                </th>
                <td className="numbers">{format.number(stored)}</td>
                <td className="numbers">{format.number(fresh)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {userMay('import.write') && (
        <div className={styles.previewActions}>
          <Button loading={replace.isPending} onClick={() => replace.mutate({ id: job.id, days: [...days].sort() })}>
            {going > 0 ? t('replace_do', { n: format.number(going) }) : t('replace_none')}
          </Button>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(job)}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}
