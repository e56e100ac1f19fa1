import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type DateRange, lastDays } from '#platform/contract/date-range.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { DEFAULT_DAYS, earliest } from '#platform/web/layout/date-limits.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { extentEndpoints } from '#traffic/event/contract/extent.ts';

interface Sought {
  /** None named: events of any kind. */
  kinds?: readonly string[];
  publisher?: string;
}

interface Found {
  /** `never`: the package has nothing at all. `publisher`: nothing of that one. `kind`: nothing of these kinds. `range`: nothing in these days. */
  reason: 'never' | 'publisher' | 'kind' | 'range' | 'out_of_reach';
  first: string;
  last: string;
  /** Days at the end of the data. */
  newest: DateRange;
}

const NO_DAYS: DateRange = { from: '', to: '' };

/** Why there is nothing of what was looked for; undefined until it is known. */
function useReason({ kinds = [], publisher }: Sought): Found | undefined {
  const { pkg, limits } = useSelection();
  const asked = useQuery(
    query(extentEndpoints.extent, {
      query: { package_name: pkg.package_name, ...(publisher === undefined ? {} : { publisher }) },
    }),
  );
  const all = asked.data?.data;
  if (!all || asked.isPlaceholderData) return undefined;
  const own = all.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  const days = own.flatMap(({ first_day, last_day }) => [first_day, last_day]).toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (last === '')
    return { reason: all.length > 0 ? 'kind' : publisher ? 'publisher' : 'never', first, last, newest: NO_DAYS };
  const [end = last] = [last, limits.today].toSorted();
  const newest = lastDays(end, DEFAULT_DAYS);
  return { reason: last < earliest(limits) ? 'out_of_reach' : 'range', first, last, newest };
}

function Why(sought: Sought) {
  const { t } = useTranslation('ui');
  const { pkg } = useSelection();
  const format = useFormat();
  const found = useReason(sought);
  if (!found) return null;
  const { reason, first, last } = found;
  return t(`nothing_${reason}`, {
    package: pkg.package_title,
    publisher: sought.publisher,
    first: first && format.day(first),
    last: last && format.day(last),
  });
}

function Next(sought: Sought) {
  const { t } = useTranslation('ui');
  const { range, chooseRange } = useSelection();
  const sticky = useStickySearch();
  const format = useFormat();
  const found = useReason(sought);
  if (!found) return null;
  const { reason, newest } = found;
  if (reason === 'range' && (newest.from !== range.from || newest.to !== range.to))
    return (
      <Button variant="default" size="compact-md" onClick={() => chooseRange(newest)}>
        {t('to_the_data', { from: format.shortDay(newest.from), to: format.day(newest.to) })}
      </Button>
    );
  if (reason === 'kind' || reason === 'out_of_reach')
    return (
      <Button component={Link} variant="default" size="compact-md" to={`/traffic/events${sticky}`}>
        {t('see_what_there_is')}
      </Button>
    );
  if (reason === 'publisher')
    return (
      <Button component={Link} variant="default" size="compact-md" to={`/publisher${sticky}`}>
        {t('all_publishers')}
      </Button>
    );
  return reason === 'never' && userMay('import.write') ? (
    <Button component={Link} variant="default" size="compact-md" to={`/traffic/import${sticky}`}>
      {t('import_a_file')}
    </Button>
  ) : null;
}

/** For an empty state that no filter made: the true reason and the next step, asked for only when it is shown. */
export const nothingHere = (sought: Sought = {}): { why: ReactNode; action: ReactNode } => ({
  why: <Why {...sought} />,
  action: <Next {...sought} />,
});
