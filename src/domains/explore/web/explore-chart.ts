import { tonesIn } from '#analytics/contract/prepare/parts.ts';
import type { ExploreRow } from '#domains/explore/contract/explore-endpoints.ts';
import type { ChartModel, Series } from '#platform/contract/charts/model.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import { CALENDAR_KEYS } from '#traffic/event/contract/time-keys.ts';
import { valuesOf } from './pivot.ts';

export interface ChartNames {
  value: (key: KeyName, value: string) => string;
  measure: (name: string) => string;
  other: string;
}

/** Bars or lines of one measure; with more nobody tells them apart. */
const MOST_SERIES = 7;
export const MOST_BARS = 30;

interface Asked {
  by: readonly KeyName[];
  /** Counts that are shown, the first one leading. */
  counts: readonly string[];
}

const countOf = (row: ExploreRow | undefined, measure: string): number => {
  const value = row?.[measure];
  return typeof value === 'number' ? value : 0;
};

/**
 * Rows as a chart: days, weeks and months as lines, anything else as bars. A second key, and a third with it, is told
 * apart by colour; with one key the counts are. Undefined where there is nothing to draw along.
 */
export function exploreChart(rows: readonly ExploreRow[], asked: Asked, names: ChartNames): ChartModel | undefined {
  const { by, counts } = asked;
  const [along, ...apart] = by;
  const [leading = 'total'] = counts;
  if (along === undefined) return undefined;
  const dated = CALENDAR_KEYS.has(along);
  const values = valuesOf(rows, along, leading).filter((value) => !dated || value !== '');
  const places = dated ? values : values.slice(0, MOST_BARS);
  const series =
    apart.length === 0
      ? byMeasure(rows, along, places, counts, names)
      : byKeys(rows, along, apart, places, leading, names);
  return dated
    ? { kind: 'time', drawn: 'lines', buckets: places, series }
    : { kind: 'bars', categories: places.map((value) => names.value(along, value)), series };
}

function byMeasure(
  rows: readonly ExploreRow[],
  along: KeyName,
  places: readonly string[],
  counts: readonly string[],
  names: ChartNames,
): Series[] {
  const at = new Map(rows.map((row) => [String(row[along] ?? ''), row]));
  // Parts that add up to the whole stand on each other; the whole beside them would count twice.
  const parts = counts.filter((name) => tonesIn([name]).length > 0);
  const [leading = 'total'] = counts;
  const drawn = parts.length > 1 ? parts : [leading];
  return drawn.map((name) => {
    const [tone] = tonesIn([name]);
    return {
      name: names.measure(name),
      values: places.map((place) => countOf(at.get(place), name)),
      ...(tone ? { tone } : name === 'total' ? { tone: 'accent' as const } : {}),
    };
  });
}

function byKeys(
  rows: readonly ExploreRow[],
  along: KeyName,
  apart: readonly KeyName[],
  places: readonly string[],
  leading: string,
  names: ChartNames,
): Series[] {
  const sums = new Map<string, { label: string; sum: number; at: Map<string, number> }>();
  for (const row of rows) {
    const values = apart.map((key) => String(row[key] ?? ''));
    const id = JSON.stringify(values);
    const line = sums.get(id) ?? {
      label: apart.map((key, at) => names.value(key, values[at] ?? '')).join(' · '),
      sum: 0,
      at: new Map<string, number>(),
    };
    const place = String(row[along] ?? '');
    line.sum += countOf(row, leading);
    line.at.set(place, (line.at.get(place) ?? 0) + countOf(row, leading));
    sums.set(id, line);
  }
  const sorted = [...sums.values()].sort((a, b) => b.sum - a.sum);
  const single = sorted.length > MOST_SERIES ? sorted.slice(0, MOST_SERIES - 1) : sorted;
  const rest = sorted.slice(single.length);
  const series: Series[] = single.map(({ label, at }) => ({
    name: label,
    values: places.map((place) => at.get(place) ?? 0),
  }));
  if (rest.length === 0) return series;
  const together = places.map((place) => rest.reduce((sum, { at }) => sum + (at.get(place) ?? 0), 0));
  return [...series, { name: names.other, rest: true, values: together }];
}
