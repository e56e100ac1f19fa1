import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useInterval } from '#platform/web/ui/percent.tsx';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { type ImportView, imports } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';

/** What came of an import in one sentence: the share of fraud, mostly why, and the events that show it. */
export function ImportOutcome({ job, search }: { job: ImportView; search: string }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  const interval = useInterval();
  const names = useNames();
  const found = useQuery(query(imports.outcome, { params: { id: job.id } })).data?.data;
  if (!found) return <p className={styles.outcome} />;
  const { clean, suspect, fraud, filtered, reason } = found;
  const all = clean + suspect + fraud;
  if (all + filtered === 0) return null;
  const rate = rateOf(fraud, all);
  const bots = filtered > 0 ? t('outcome_bots', { n: format.number(filtered) }) : '';
  if (fraud === 0 || !reason)
    return (
      <p className={styles.outcome}>
        {t('outcome_no_fraud', { all: format.number(all), suspect: format.number(suspect) })} {bots}
      </p>
    );
  const why = names.reason(reason.code);
  const target = `/traffic/events?${search}&import=${job.id}&verdict=fraud&reason=${encodeURIComponent(reason.code)}`;
  return (
    <p className={styles.outcome}>
      {t(rate ? 'outcome' : 'outcome_few', {
        share: rate ? format.percent(rate.share) : '',
        interval: interval(rate),
        fraud: format.number(fraud),
        all: format.number(all),
        why,
        n: format.number(reason.events),
      })}{' '}
      {bots}{' '}
      <Anchor component={Link} to={target}>
        {t('see_why')}
      </Anchor>
    </p>
  );
}
