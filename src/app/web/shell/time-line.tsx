import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { freshnessEndpoint } from '#traffic/intake/contract/freshness-endpoint.ts';
import styles from './time-line.module.css';

const REFRESH_MS = 60_000;

/** One line above every page that shows moments: whose zone they are in, and for a package how new its figures are. */
export function TimeLine({ page }: { page: Page }) {
  const { t } = useTranslation('shell');
  const { pkg } = useSelection();
  if (!page.times) return null;
  return (
    <div className={styles.line}>
      {page.times === 'package' ? (
        <>
          <Freshness />
          <span className={styles.zone}>{t('zone_package', { zone: pkg.time_zone })}</span>
        </>
      ) : (
        <span className={styles.zone}>{t('zone_reader', { zone: READER_ZONE })}</span>
      )}
    </div>
  );
}

/** Nothing until it is known and nothing when it cannot be had: the page says what is wrong with its own figures. */
function Freshness() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const { pkg } = useSelection();
  const asked = query(freshnessEndpoint.freshness, { query: { package_name: pkg.package_name } });
  const { data } = useQuery({ ...asked, refetchInterval: REFRESH_MS });
  const fresh = data?.data;
  if (!fresh) return null;
  const said = (key: 'event' | 'import' | 'sweep', at: string | null) =>
    at !== null && (
      <span key={key} data-part={key}>
        {t(`fresh_${key}`)} <time dateTime={at}>{format.moment(at, pkg.time_zone)}</time>
      </span>
    );
  return (
    <>
      {fresh.event_at === null && <span>{t('fresh_nothing')}</span>}
      {said('event', fresh.event_at)}
      {fresh.importing > 0 ? (
        <span>{t('fresh_importing', { count: fresh.importing })}</span>
      ) : (
        said('import', fresh.import_at)
      )}
      {said('sweep', fresh.sweep_at)}
      {fresh.late.map((what) => (
        <span key={what} className={styles.late}>
          <IconClockExclamation size={14} aria-hidden />
          {t(`late_${what}`)}
        </span>
      ))}
    </>
  );
}
