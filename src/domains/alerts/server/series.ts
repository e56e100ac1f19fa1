import { EXPLORED } from '#analytics/contract/explore-measures.ts';
import type { Row } from '#analytics/contract/rows.ts';
import { numberIn } from '#analytics/contract/rows.ts';
import type { Question } from '#analytics/server/question.ts';
import type { RunWidget } from '#analytics/server/run-widget.ts';
import type { AlertSettings } from '#domains/alerts/contract/alert.ts';
import { windowRule } from '#domains/alerts/contract/alert.ts';
import { MOST_ROWS } from '#domains/explore/contract/explore-endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { QueryTooHeavy } from '#platform/server/clickhouse/query-errors.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import type { KeyName } from '#traffic/event/contract/keys.ts';
import { eventFilter } from '#traffic/explorer/server/event-filter.ts';
import { readCondition } from '#traffic/explorer/server/read-condition.ts';
import { hourIn, type Periods, periodName, periodsOf, type Unit } from './periods.ts';
import { refuse } from './refuse.ts';

/** Rows of one reading: campaigns of four months fit, single events never. */
const MOST_READ = 40 * MOST_ROWS;

export type Watched = Pick<
  AlertSettings,
  'metric' | 'comparison' | 'direction' | 'limit' | 'window' | 'each' | 'least' | 'filters' | 'condition'
>;

/** What a value rests on. */
export interface Point {
  value: number;
  events: number;
}

export interface Line {
  publisher: string;
  /** The campaign, where each is looked at; else ''. */
  part: string;
  /** One for each period, windows already put together. */
  points: readonly Point[];
}

export interface Series {
  periods: Periods;
  lines: readonly Line[];
  /** The first period in which anything was counted; -1 without any. */
  first: number;
}

export interface SeriesParts {
  runWidget: RunWidget;
  now: () => Date;
}

export interface Asked {
  info: PackageInfo;
  /** Of one shape. */
  alike: readonly [Watched, ...Watched[]];
  days: { from: string; to: string };
}

/** What stands for no measure of its own: all events, known bots among them, as it is the delivery that is looked at. */
const measureOf = (metric: string): string =>
  metric === 'freshness' ? 'accepted' : metric === 'new_publisher' ? 'total' : metric;

const unitOf = ({ metric, window }: Watched): Unit =>
  metric === 'freshness' ? 'hour' : metric === 'new_publisher' ? 'day' : window.unit;

const EACH_KEYS: Readonly<Record<Watched['each'], readonly KeyName[]>> = {
  package: [],
  publisher: ['publisher'],
  campaign: ['publisher', 'campaign'],
};
const TIME_KEYS: Readonly<Record<Unit, readonly KeyName[]>> = { day: ['date'], hour: ['date', 'hour'] };

function eachOf({ metric, each }: Watched): Watched['each'] {
  if (metric === 'new_publisher') return 'publisher';
  return metric === 'freshness' ? 'package' : each;
}

const keysOf = (watched: Watched): KeyName[] => [...TIME_KEYS[unitOf(watched)], ...EACH_KEYS[eachOf(watched)]];

/** Alerts of one shape are answered by one reading, each by its own measure. */
export const shapeOf = (watched: Watched): string =>
  JSON.stringify([keysOf(watched), watched.filters, watched.condition, watched.metric === 'new_publisher']);

/** The question as Explore would ask it: one for all days, by the one compiler of boards. */
function questionOf(scope: Scope, { info, alike, days }: Asked, now: Date): Question {
  const [{ filters, condition }] = alike;
  const { kinds, where, not, keys } = eventFilter({ ...filters, fromDate: days.from, toDate: days.to }, info);
  const checked = condition ? readCondition(scope, JSON.stringify(condition)) : undefined;
  const wanted = new Set(alike.map(({ metric }) => measureOf(metric)));
  return {
    board: { dataset: { ...EXPLORED, ...(kinds.length > 0 ? { kinds } : {}) } },
    widget: {
      id: 'alert',
      title: 'Alert',
      shape: 'table',
      chart: 'table',
      measures: ['total'],
      keys: keysOf(alike[0]),
      extra: [...wanted].filter((name) => !EXPLORED.measures[name]?.every),
    },
    filters: {
      package: info.package_name,
      ...days,
      where,
      ...(not ? { not } : {}),
      ...(keys ? { keys } : {}),
      ...(checked ? { condition: checked } : {}),
      search: '',
      page: 1,
      limit: MOST_READ,
      compare: false,
      counts: 'parts',
    },
    info,
    now,
  };
}

/**
 * One reading for all of them, which have one shape; answers in their order.
 *
 * @throws refused where it is more than can be reckoned
 */
export async function readSeries(
  scope: Scope,
  { runWidget, now }: SeriesParts,
  asked: Asked,
  signal?: AbortSignal,
): Promise<Series[]> {
  const { info, alike, days } = asked;
  const rows = await rowsFor(scope, runWidget, questionOf(scope, asked, now()), signal);
  const at = { today: info.today, hour: hourIn(info.time_zone, now()) };
  const periods = periodsOf(unitOf(alike[0]), days, at);
  return alike.map((watched) => seriesOf(rows, periods, { watched, currency: info.currency }));
}

async function rowsFor(scope: Scope, runWidget: RunWidget, question: Question, signal?: AbortSignal): Promise<Row[]> {
  try {
    const { rows, total } = await runWidget(scope, question, signal);
    if (total > rows.length) throw refuse('alert_too_wide', {}, { field: 'each' });
    return rows;
  } catch (error) {
    if (error instanceof QueryTooHeavy) throw refuse('alert_too_wide', {}, { field: 'each' });
    throw error;
  }
}

interface Read {
  watched: Watched;
  currency: string;
}

export function seriesOf(rows: readonly Row[], periods: Periods, read: Read): Series {
  const found = new Map<string, { publisher: string; part: string; single: Map<number, Point> }>();
  let first = -1;
  for (const row of rows) {
    const index = periods.indexOf(periodName(periods.unit, textIn(row, 'date'), textIn(row, 'hour')));
    if (index < 0) continue;
    const [publisher, part] = [textIn(row, 'publisher'), textIn(row, 'campaign')];
    if (read.watched.metric === 'new_publisher' && (publisher === '' || publisher === OWN_SITE)) continue;
    const key = JSON.stringify([publisher, part]);
    const line = found.get(key) ?? { publisher, part, single: new Map<number, Point>() };
    line.single.set(index, { value: valueIn(row, read), events: numberIn(row, 'total') ?? 0 });
    found.set(key, line);
    if (first < 0 || index < first) first = index;
  }
  // Without any row the whole is a line of nothing, which may be what is watched for.
  const whole = found.size === 0 && !keysOf(read.watched).includes('publisher');
  const lines = whole ? [{ publisher: '', part: '', single: new Map<number, Point>() }] : [...found.values()];
  return {
    periods,
    first,
    lines: lines.map(({ single, ...line }) => ({ ...line, points: windowed(single, periods, read.watched) })),
  };
}

const textIn = (row: Row, key: string): string => {
  const value = row[key];
  return typeof value === 'string' ? value : '';
};

/** An amount in the currency of the package; what no rate leads into it stands apart and is not added. */
function valueIn(row: Row, { watched, currency }: Read): number {
  const value = row[measureOf(watched.metric)];
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null) return Number(value[currency] ?? 0);
  return 0;
}

const NOTHING: Point = { value: 0, events: 0 };

/** Each period with those before it that its window reaches back to. */
function windowed(single: ReadonlyMap<number, Point>, { names }: Periods, { metric, window }: Watched): Point[] {
  const length = OTHER.has(metric) ? 1 : window.length;
  const rule = windowRule(measureOf(metric));
  return names.map((_, index) => {
    if (length === 1) return single.get(index) ?? NOTHING;
    let [value, events] = [0, 0];
    for (let at = Math.max(0, index - length + 1); at <= index; at++) {
      const point = single.get(at);
      if (!point) continue;
      value += rule === 'share' ? point.value * point.events : point.value;
      events += point.events;
    }
    return { value: rule === 'share' ? (events === 0 ? 0 : value / events) : value, events };
  });
}

const OTHER: ReadonlySet<string> = new Set(['new_publisher', 'freshness']);
