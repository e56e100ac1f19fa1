import type { Dataset } from '#analytics/contract/datasets.ts';
import { DATASETS } from '#analytics/contract/datasets.ts';
import type { MenuPlace } from '#platform/contract/page.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { EventColumn } from '#traffic/explorer/contract/events-endpoints.ts';

type Platform = 'web' | 'app';

/** What a report can be about, under the names of `report_type`, and where its rows lie. */
export const REPORT_TYPES = {
  all: { web: DATASETS.web_all, app: DATASETS.app_all },
  Visit: { web: DATASETS.web_visit },
  Click: { web: DATASETS.web_click, app: DATASETS.app_click },
  Impression: { web: DATASETS.web_impression },
  Event: { web: DATASETS.web_event, app: DATASETS.app_event },
  Install: { app: DATASETS.app_install },
  RE_CLICK: { app: DATASETS.app_re_click },
  RE_EVENT: { app: DATASETS.app_re_event },
  CLICK_IMPRESSION: { app: DATASETS.app_click_impression },
} as const satisfies Record<string, Partial<Record<Platform, Dataset>>>;

export type ReportType = keyof typeof REPORT_TYPES;
export const REPORT_TYPE_NAMES = Object.keys(REPORT_TYPES) as [ReportType, ...ReportType[]];

/** Other spellings of the specification (CONST-01); case does not matter. */
const SPELLINGS: Readonly<Record<string, ReportType>> = {
  web_event: 'Event',
  app_event: 'Event',
  reengagement_events: 'RE_EVENT',
  reengagement_clicks: 'RE_CLICK',
  'reengagement-events': 'RE_EVENT',
  'reengagement-clicks': 'RE_CLICK',
};

/** The type behind a spelling; undefined for a text that is none. */
export function reportTypeOf(said: string): ReportType | undefined {
  const asked = said.trim().toLowerCase();
  return SPELLINGS[asked] ?? REPORT_TYPE_NAMES.find((name) => name.toLowerCase() === asked);
}

/** The rows of a type on a platform; undefined where the platform has none. */
export const datasetOf = (type: ReportType, platform: Platform): Dataset | undefined => {
  const datasets: Partial<Record<Platform, Dataset>> = REPORT_TYPES[type];
  return datasets[platform];
};

/** What one row of a report is. */
export type ReportRows = 'events' | 'publishers' | 'periods';

/** `transactional`: what the report is about, row by row. `aggregated`: the same events counted by source. */
export const REPORT_VARIANTS = ['transactional', 'aggregated'] as const;
export type ReportVariant = (typeof REPORT_VARIANTS)[number];

/** How long the periods of a summary are. */
export const PERIODS = ['date', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** A report as a value: its page, calls, columns, files and tests follow from it. */
export interface Report {
  id: string;
  paths: readonly [string, ...string[]];
  /** Title of its page; prescribed for some. */
  title: string;
  /** Its page says below the title what tells it apart from another of the same title. */
  subtitled?: boolean;
  platform?: Platform;
  /** `{api}` answers rows, `{api}/download`, `{api}/generate` and `{api}/filters/:name` belong to it. */
  api: string;
  rows: ReportRows;
  /** What it can be about; the first that the package has is meant where nothing is said. */
  types: readonly [ReportType, ...ReportType[]];
  /** Conditions that always hold, within whatever is asked. */
  standing?: Partial<Record<DimensionName, readonly string[]>>;
  /** Columns of a report of events until the package or the reader chooses others. */
  columns: readonly EventColumn[];
  menu: MenuPlace;
}

export const report = <const R extends Report>(r: R): R & Report => r;

/** Types of a report that a package of this platform has. */
export const typesOf = ({ types }: Pick<Report, 'types'>, platform: Platform): ReportType[] =>
  types.filter((type) => datasetOf(type, platform) !== undefined);
