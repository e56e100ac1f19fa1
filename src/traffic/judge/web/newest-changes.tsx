import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { verdictChangeEndpoints } from '#traffic/judge/contract/verdict-change-endpoints.ts';

import { useReason } from './use-reason.ts';

const SHOWN = 10;

/** What last changed verdicts of these days after they were first made. Recorded per package, not per publisher. */
export function NewestChanges() {
  const { t } = useTranslation('verdict-changes');
  const { pkg, range } = useSelection();
  const sticky = useStickySearch();
  const format = useFormat();
  const reasonOf = useReason();
  const asked = { package_name: pkg.package_name, from: range.from, to: range.to, page: 1, limit: SHOWN };
  const list = useQuery(query(verdictChangeEndpoints.list, { query: asked }));
  const rows = list.data?.data ?? [];
  return (
    <section className={screen.card} aria-label={t('changes')}>
      <header className={screen.cardHead}>
        <h3>{t('changes')}</h3>
        <span className={screen.note}>
          {t('changes_note')} · <Link to={`/rules/history${sticky}`}>{t('changes_all')}</Link>
        </span>
      </header>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <p className={screen.note} style={{ padding: '8px 14px 14px' }}>
          {list.isPending ? '…' : t('no_changes')}
        </p>
      ) : (
        <ul className={`${screen.list} ${screen.inset}`}>
          {rows.map((row) => (
            <li key={`${row.operation} ${row.month} ${row.at}`}>
              <time dateTime={row.at}>{format.dateTime(row.at, pkg.time_zone)}</time>
              <strong>{t(`cause_${row.cause}`)}</strong>
              <span>{reasonOf(row)}</span>
              <span className={screen.note}>
                {t('changed_events', {
                  n: format.number(row.events),
                  from: format.day(row.from),
                  to: format.day(row.to),
                })}
                {row.after_closing && ` · ${t('after_closing')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
