import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type DiveAnswer, deepDive } from '#analytics/contract/deep-dive.ts';
import { encodeValues } from '#analytics/contract/filters.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure } from '#platform/web/ui/figure.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { linked } from '../board/linked.tsx';
import { readWhere } from '../filters/where.ts';
import { useWords } from '../words.ts';
import styles from './dive.module.css';
import { DiveTable } from './dive-table.tsx';
import { useDiveLinks } from './use-dive-links.ts';

/** All that was flagged in a package, one question further with each click; the address is the way down. */
export function DeepDivePage() {
  const { pkg, range } = useSelection();
  const [params] = useSearchParams();
  const where = readWhere(params);
  const sent = Object.fromEntries(Object.entries(where).map(([name, values]) => [name, encodeValues(values)]));
  const asked = useQuery(
    query(deepDive, { query: { package_name: pkg.package_name, fromDate: range.from, toDate: range.to, ...sent } }),
  );
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const dive = asked.data?.data;
  if (!dive) return <div className={screen.waiting} role="status" aria-busy />;
  return (
    <div className={screen.page} data-stale={asked.isPlaceholderData || undefined}>
      <PrintedLine />
      <Trail dive={dive} />
      <Answer dive={dive} />
      <Tiles dive={dive} />
      <Below dive={dive} />
    </div>
  );
}

/** The steps taken, each a way back up. */
function Trail({ dive }: { dive: DiveAnswer }) {
  const { t } = useTranslation('dive');
  const words = useWords();
  const links = useDiveLinks();
  const format = useFormat();
  const { trail } = dive;
  return (
    <nav aria-label={t('trail')}>
      <ol className={styles.trail}>
        <li>
          {trail.length === 0 ? (
            <span aria-current="page">{t('all')}</span>
          ) : (
            <Link to={links.upTo(0)}>{t('all')}</Link>
          )}
        </li>
        {trail.map(({ step, keys, total }, at) => {
          const name = keys.map((key) => words.value(step, key)).join(', ');
          return (
            <li key={step}>
              <span className={styles.step}>{words.dimension(step)}</span>
              {at === trail.length - 1 ? (
                <span aria-current="page">{name}</span>
              ) : (
                <Link to={links.upTo(at + 1)}>{name}</Link>
              )}
              <span className={styles.many}>{format.number(total)}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Answer({ dive: { whole, events } }: { dive: DiveAnswer }) {
  const { t } = useTranslation('dive');
  const format = useFormat();
  const links = useDiveLinks();
  const said = { total: format.number(whole.total), events: format.number(events) };
  const text =
    whole.total === 0 ? t('nothing', said) : t('answer', { ...said, share: format.percent(whole.total / events) });
  return <p className={styles.answer}>{linked(text, { total: links.events(whole, 'total') })}</p>;
}

function Tiles({ dive: { whole } }: { dive: DiveAnswer }) {
  const { t } = useTranslation('dive');
  const words = useWords();
  const format = useFormat();
  const links = useDiveLinks();
  const part = (count: number): string =>
    whole.total === 0 ? '' : t('of_flagged', { share: format.percent(count / whole.total) });
  return (
    <div className={styles.tiles}>
      <Figure
        label={t('flagged')}
        value={format.number(whole.total)}
        exact={format.number(whole.total)}
        detail={t('flagged_are')}
        href={links.events(whole, 'total')}
      />
      <Figure
        label={words.measure('fraud')}
        tone={whole.fraud > 0 ? 'fraud' : 'accent'}
        value={format.number(whole.fraud)}
        exact={format.number(whole.fraud)}
        detail={part(whole.fraud)}
        href={links.events(whole, 'fraud')}
      />
      <Figure
        label={words.measure('suspect')}
        tone="suspect"
        value={format.number(whole.suspect)}
        exact={format.number(whole.suspect)}
        detail={part(whole.suspect)}
        href={links.events(whole, 'suspect')}
      />
    </div>
  );
}

/** What it is made of, or that this is the bottom. */
function Below({ dive }: { dive: DiveAnswer }) {
  const { t } = useTranslation('dive');
  const links = useDiveLinks();
  if (dive.whole.total === 0)
    return <EmptyState {...(dive.trail.length === 0 ? nothingHere({}) : { why: t('none_here') })} />;
  if (dive.step) return <DiveTable dive={dive} step={dive.step} />;
  const events = links.events(dive.whole, 'total');
  return <p className={screen.note}>{events ? linked(t('bottom'), { events }) : null}</p>;
}
