import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPLORE_MEASURES } from '#analytics/contract/explore-measures.ts';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { Ask } from './ask.ts';
import { exploreChart } from './explore-chart.ts';
import { useExploreWords } from './use-words.ts';

/** Counts that are drawn: with a second key the first alone. */
function countsOf({ measures, by }: Ask): string[] {
  const counts = measures.filter((name) => EXPLORE_MEASURES[name]?.unit === 'events');
  const drawn = counts.length > 0 ? counts : ['total'];
  return by.length > 1 ? drawn.slice(0, 1) : drawn;
}

/** Room for the line above a chart. */
const LINE = 24;

/** What is drawn of an answer; undefined where there is nothing to draw along. */
export function useExploreChart(ask: Ask, rows: readonly ExploreRow[]): ChartModel | undefined {
  const { t } = useTranslation('explore');
  const words = useExploreWords();
  return useMemo(() => {
    const names = { value: words.value, measure: words.measure, other: t('others') };
    return exploreChart(rows, { by: ask.by, counts: countsOf(ask) }, names);
  }, [ask, rows, words, t]);
}

export function ExplorePicture({
  ask,
  rows,
  height = 380,
}: {
  ask: Ask;
  rows: readonly ExploreRow[];
  height?: number;
}) {
  const { t } = useTranslation('explore');
  const words = useExploreWords();
  const model = useExploreChart(ask, rows);
  if (!model) return <EmptyState why={t('chart_needs')} />;
  const said = `${countsOf(ask).map(words.measure).join(', ')}: ${ask.by.map(words.key).join(', ')}`;
  return (
    <>
      <p className={screen.note}>{said}</p>
      <Chart model={model} label={said} height={height - LINE} />
    </>
  );
}
