import { createCheckRange } from '#analytics/server/check-range.ts';
import {
  COUNTS,
  type Counts,
  type VideoFilter,
  type VideoQuestion,
  type VideoRow,
} from '#domains/video-ads/contract/report-endpoints.ts';
import { STEPS } from '#domains/video-ads/contract/terms.ts';
import { lastDays } from '#platform/contract/date-range.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { DIMENSION_SQL } from '#traffic/event/server/dimension-sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { COUNTED, type Counted, countsOf, reached, videoRows } from './report-sql.ts';
import type { SetupParts } from './video-parts.ts';

type Parts = Pick<SetupParts, 'clickhouse' | 'packageInfo'>;
interface Days {
  package_name: string;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The column behind each filter of the screens. */
const DIMENSION: Readonly<Record<VideoFilter, DimensionName>> = {
  location: 'country',
  campaign: 'campaign',
  publisher: 'publisher',
  brands: 'brand',
};
const DISTRIBUTED = ['publisher', 'country', 'brand', 'device_type'] as const satisfies readonly DimensionName[];
const HISTORY_MONTHS = 3;
const USUAL_DAYS = 7;
const MOST_ROWS = 500;
const TOP = 20;

type Read = ReturnType<typeof createRead>;

/** Reports over requests and events of video ads, within what the caller sees. */
export function createVideoReports(parts: Parts) {
  const read = createRead(parts);
  return { ...countReports(parts, read), ...viewReports(parts, read) };
}

function createRead(parts: Parts) {
  const checkRange = createCheckRange(parts);
  /** Conditions of a question, and the zone its days and hours are in. */
  return async (scope: Scope, asked: Days & Partial<Pick<VideoQuestion, 'filters'>>) => {
    requireMay(scope, 'board.read');
    const info = await parts.packageInfo(scope, requirePackage(scope, asked.package_name));
    const usual = lastDays(info.today, USUAL_DAYS);
    const { start_date: from = usual.from, end_date: to = usual.to, filters = {} } = asked;
    await checkRange(info, { from, to }, HISTORY_MONTHS);
    const where = trafficWhere(scope, {
      package: info.package_name,
      kinds: ['vast_request', 'vast_tracking'],
      from,
      to,
      timeZone: info.time_zone,
      where: {
        [DIMENSION.location]: filters.location ?? [],
        [DIMENSION.campaign]: filters.campaign ?? [],
        [DIMENSION.publisher]: filters.publisher ?? [],
        [DIMENSION.brands]: filters.brands ?? [],
      },
    });
    return { where, zone: typed('String', info.time_zone) };
  };
}

/** Requests with why they were blocked, and impressions. */
function countReports({ clickhouse }: Parts, read: Read) {
  const grouped = (key: Sql, where: Sql, rest: Sql, tag: string, signal: AbortSignal) =>
    clickhouse.query<Counted & { key: string }>(
      sql`SELECT ${key} AS key, ${COUNTED} FROM (${videoRows(where)}) GROUP BY key ${rest}`,
      { tag, signal },
    );

  return {
    async options(scope: Scope, asked: Days, filter: VideoFilter): Promise<string[]> {
      const { where } = await read(scope, asked);
      const column = DIMENSION_SQL[DIMENSION[filter]];
      const rows = await clickhouse.query<{ value: string }>(
        sql`SELECT DISTINCT ${column} AS value FROM traffic WHERE ${where} AND kind = 'vast_request' AND value != ''
          ORDER BY value LIMIT 1000`,
        { tag: 'video-options' },
      );
      return rows.map(({ value }) => value);
    },

    async total(scope: Scope, asked: VideoQuestion, signal: AbortSignal): Promise<Counts> {
      const { where } = await read(scope, asked);
      const [row] = await clickhouse.query<Counted>(sql`SELECT ${COUNTED} FROM (${videoRows(where)})`, {
        tag: 'video-total',
        signal,
      });
      return countsOf(row ?? { requests: 0, unsafe: 0, capped: 0, ivt: 0, impressions: 0 });
    },

    async campaigns(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where } = await read(scope, asked);
      const rest = sql`ORDER BY requests DESC, impressions DESC, key LIMIT ${trusted(String(MOST_ROWS))}`;
      const rows = await grouped(DIMENSION_SQL.campaign, where, rest, 'video-campaigns', signal);
      return rows.map((row) => ({ campaign: row.key, ...countsOf(row) }));
    },

    async trend(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where, zone } = await read(scope, asked);
      const rows = await grouped(sql`toString(toDate(ts, ${zone}))`, where, sql`ORDER BY key`, 'video-trend', signal);
      return rows.map((row) => ({ date: row.key, ...countsOf(row) }));
    },

    async videos(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where } = await read(scope, asked);
      const rest = sql`HAVING key != '' ORDER BY requests DESC, impressions DESC, key LIMIT ${trusted(String(TOP))}`;
      const rows = await grouped(DIMENSION_SQL.page_id, where, rest, 'video-videos', signal);
      return rows.map((row) => ({ video_id: row.key, ...countsOf(row) }));
    },
  };
}

/** What became of what was shown. */
function viewReports({ clickhouse }: Parts, read: Read) {
  return {
    async distribution(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where } = await read(scope, asked);
      const parted = DISTRIBUTED.map((name) => sql`(${typed('String', name)}, ${DIMENSION_SQL[name]})`);
      const [first, second, third, fourth] = parted;
      return clickhouse.query<{ by: string; value: string; impressions: number }>(
        sql`SELECT part.1 AS by, part.2 AS value, toUInt32(count()) AS impressions FROM (
            SELECT arrayJoin([${first ?? sql``}, ${second ?? sql``}, ${third ?? sql``}, ${fourth ?? sql``}]) AS part FROM traffic
            WHERE ${where} AND kind = 'vast_tracking' AND event_name = 'impression')
          GROUP BY by, value ORDER BY by, impressions DESC, value LIMIT ${trusted(String(TOP))} BY by`,
        { tag: 'video-distribution', signal },
      );
    },

    /** All 24, those without any included. */
    async hours(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where, zone } = await read(scope, asked);
      const rows = await clickhouse.query<{ hour: number; impressions: number }>(
        sql`SELECT toUInt8(toHour(ts, ${zone})) AS hour, toUInt32(count()) AS impressions FROM traffic
          WHERE ${where} AND kind = 'vast_tracking' AND event_name = 'impression' GROUP BY hour`,
        { tag: 'video-hours', signal },
      );
      const found = new Map(rows.map(({ hour, impressions }) => [hour, impressions]));
      return Array.from({ length: 24 }, (_, hour) => ({ hour, impressions: found.get(hour) ?? 0 }));
    },

    async funnel(scope: Scope, asked: VideoQuestion, signal: AbortSignal) {
      const { where } = await read(scope, asked);
      const [row] = await clickhouse.query<{ requests: number; clean: number; steps: number[] }>(reached(where), {
        tag: 'video-funnel',
        signal,
      });
      const { requests = 0, clean = 0, steps = [] } = row ?? {};
      return [
        { step: 'requests', count: requests },
        { step: 'clean', count: clean },
        ...STEPS.map((step, index) => ({ step, count: steps[index] ?? 0 })),
      ];
    },

    async analysis(scope: Scope, asked: Days, signal: AbortSignal) {
      const { where } = await read(scope, asked);
      const named = (name: string): Sql =>
        sql`toUInt32(countIf(kind = 'vast_tracking' AND event_name = ${typed('String', name)}))`;
      type Found = Counted & Omit<VideoRow, keyof Counts | 'completion_rate'>;
      const rows = await clickhouse.query<Found>(
        sql`SELECT ${DIMENSION_SQL.page_id} AS video_id, ${COUNTED}, ${named('start')} AS start,
            ${named('firstQuartile')} AS firstQuartile, ${named('midpoint')} AS midpoint,
            ${named('thirdQuartile')} AS thirdQuartile, ${named('complete')} AS complete, ${named('click')} AS click,
            ${named('error')} AS error
          FROM (${videoRows(where)}) GROUP BY video_id ORDER BY requests DESC, video_id LIMIT ${trusted(String(MOST_ROWS))}`,
        { tag: 'video-analysis', signal },
      );
      const errors = await clickhouse.query<{ code: string; count: number }>(
        sql`SELECT toString(keyword) AS code, toUInt32(count()) AS count FROM traffic
          WHERE ${where} AND kind = 'vast_tracking' AND event_name = 'error' GROUP BY code ORDER BY count DESC, code LIMIT 50`,
        { tag: 'video-errors', signal },
      );
      const videos = rows.map(({ requests, unsafe, capped, ivt, impressions, ...rest }): VideoRow => {
        const rate = impressions > 0 ? Math.round((rest.complete / impressions) * 1000) / 10 : null;
        return { ...rest, ...countsOf({ requests, unsafe, capped, ivt, impressions }), completion_rate: rate };
      });
      return { videos, errors };
    },
  };
}

export const SUMMARY_HEAD = ['campaign', ...COUNTS] as const;
