import { SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SINCE, type Since, type TodayAnswer, todayEndpoints } from '#domains/today/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { viewStore } from '#platform/web/api/rights.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { WithDays } from '#platform/web/layout/with-days.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { CalledReasons } from '#traffic/sources/web/called-reasons.tsx';
import { mayDecide } from '#traffic/sources/web/decisions/may-decide.ts';
import { TopSources } from '#traffic/sources/web/decisions/top-sources.tsx';
import { Sentences } from './sentences.tsx';
import styles from './today.module.css';
import { useDayWords } from './use-sentence-text.ts';

const sinceOf = (text: string | null): Since => SINCE.find((since) => since === text) ?? 'visit';

/** What changed in a package since one looked, and what there is to decide about. */
export function TodayPage() {
  const { t } = useTranslation('today');
  const { pkg } = useSelection();
  const [params, setParams] = useSearchParams();
  const since = sinceOf(params.get('since'));
  const found = useQuery(query(todayEndpoints.today, { query: { package_name: pkg.package_name, since } }));
  const answer = found.data?.data;
  useNoteVisit(pkg.package_name, answer !== undefined && !found.isPlaceholderData);
  const choose = (chosen: string): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('since', sinceOf(chosen));
        return next;
      },
      { replace: true },
    );
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{answer && <Lead answer={answer} />}</p>
        <SegmentedControl
          aria-label={t('since')}
          data={SINCE.map((value) => ({ value, label: t(`since_${value}`) }))}
          value={since}
          onChange={choose}
        />
      </header>
      {found.isError ? (
        <section className={screen.card}>
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        </section>
      ) : answer ? (
        <Found answer={answer} stale={found.isPlaceholderData} />
      ) : (
        <div className={screen.waiting} />
      )}
    </div>
  );
}

function Found({ answer, stale }: { answer: TodayAnswer; stale: boolean }) {
  const { t } = useTranslation('today');
  if (!answer.has_data)
    return (
      <section className={screen.card}>
        <EmptyState {...nothingHere()} />
      </section>
    );
  return (
    <>
      <section className={screen.card} aria-labelledby="news" aria-busy={stale}>
        <header className={screen.cardHead}>
          <h2 id="news">{t('news')}</h2>
        </header>
        <Sentences answer={answer} />
      </section>
      <WithDays days={answer.days}>
        <Standing days={answer.days} />
      </WithDays>
    </>
  );
}

/** The worklist of who may decide about sources; of others what was called of theirs. */
function Standing({ days }: { days: TodayAnswer['days'] }) {
  const { t } = useTranslation('today');
  const { pkg } = useSelection();
  const words = useDayWords();
  if (!mayDecide(pkg)) return <CalledReasons />;
  return (
    <section className={screen.card} aria-labelledby="worklist">
      <header className={screen.cardHead}>
        <div className={styles.title}>
          <h2 id="worklist">{t('worklist')}</h2>
          <span className={screen.note}>{t('days', { from: words.day(days.from), to: words.day(days.to) })}</span>
        </div>
        <Link to={`/traffic/sources?${new URLSearchParams({ package: pkg.package_name, ...days })}`}>
          {t('worklist_all')}
        </Link>
      </header>
      <TopSources caption={t('worklist')} none={t('worklist_none')} />
    </section>
  );
}

function Lead({ answer: { since, at, days, first_visit } }: { answer: TodayAnswer }) {
  const { t } = useTranslation('today');
  const words = useDayWords();
  if (since !== 'visit') return t(`lead_${since}`, { at: words.day(days.from) });
  return first_visit ? t('lead_first') : t('lead_visit', { at: words.moment(at) });
}

/** Told once the answer stands, which is about the visit before; whoever looks as somebody else makes no visit of theirs. */
function useNoteVisit(packageName: string, answered: boolean): void {
  const { mutate } = useMutation({
    mutationFn: (name: string) => call(todayEndpoints.visit, { body: { package_name: name } }),
  });
  useEffect(() => {
    if (answered && !viewStore.isViewing()) mutate(packageName);
  }, [answered, packageName, mutate]);
}
