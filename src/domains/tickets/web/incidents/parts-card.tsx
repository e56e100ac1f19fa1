import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { plotEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import type { AskedCases } from './incident-page.tsx';

interface Props {
  title: string;
  endpoint: (typeof plotEndpoints)['channel'];
  asked: AskedCases;
  /** The filter of tickets its names lead to. */
  by?: 'channel' | 'category' | 'publisher';
}

/** Names with their cases, as bars: active tickets, all tickets, incidents. */
export function PartsCard({ title, endpoint, asked, by }: Props) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const sticky = useStickySearch();
  const word = useCaseWord();
  const parts = useQuery(query(endpoint, { query: asked }));
  const rows = parts.data?.data ?? [];
  const most = Math.max(1, ...rows.map(({ tickets, incidents }) => Math.max(tickets, incidents)));
  const loaded = rows.length === 0 ? 'empty' : parts.isPlaceholderData ? 'stale' : 'ready';
  const hrefOf = (name: string) =>
    by && `/issues${sticky}${sticky === '' ? '?' : '&'}${by}=${encodeURIComponent(name)}`;
  return (
    <CardFrame
      title={title}
      caption={t('parts_caption')}
      state={parts.isError ? 'error' : parts.data ? loaded : 'loading'}
      error={parts.error}
      onRetry={() => void parts.refetch()}
      empty={{ why: t('incidents_none') }}
      height={260}
      skeleton="bars"
    >
      <ul className={styles.bars}>
        {rows.map(({ name, active, tickets, incidents }) => {
          const href = hrefOf(name);
          const words = by ? word(by, name) : name;
          return (
            <li key={name} className={styles.bar}>
              {href ? (
                <Link to={href} title={words}>
                  {words}
                </Link>
              ) : (
                <span title={words}>{words}</span>
              )}
              <i className={styles.length} style={{ '--share': Math.max(tickets, incidents) / most }} aria-hidden />
              <output>{[active, tickets, incidents].map((n) => format.number(n)).join(' / ')}</output>
            </li>
          );
        })}
      </ul>
    </CardFrame>
  );
}
