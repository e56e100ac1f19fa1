import type { Condition } from '#platform/contract/condition.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { KeyFilters } from '#traffic/event/server/traffic-where.ts';
import type { AnyBoard } from '../contract/board.ts';
import type { DimensionFilters } from '../contract/filters.ts';
import type { BoardMeta } from '../contract/rows.ts';
import type { Widget } from '../contract/widget.ts';

export interface AnalyticsDeps {
  clickhouse: Pick<ClickHouse, 'query' | 'changes'>;
  /** 404 for an unknown package, 403 for a foreign one. */
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

/** A request in the words of the product: defaults applied, spellings unified, nothing of HTTP left. */
export interface Filters {
  package: string;
  from: string;
  to: string;
  where: DimensionFilters;
  /** Values that are left out. */
  not?: DimensionFilters;
  /** Clock, calendar and facts. */
  keys?: KeyFilters;
  /** Only these rows of a widget with keys. */
  rows?: readonly (readonly string[])[];
  /** Checked; holds beside the filters. */
  condition?: Condition;
  search: string;
  page: number;
  limit?: number;
  sort?: { by: string; descending: boolean };
  /** The days directly before, or those 52 weeks before: the same weekdays. */
  compare: false | 'previous' | 'year';
  /** Suspect events are a part of their own, or lie in one of two as the package says. */
  counts: 'parts' | 'two';
  /** Only what happened so many days before this moment, by the clock of the package: what a day has had so far. */
  soFar?: { moment: Date; days: number };
}

/** Where the suspect events of an answer are counted. */
export const suspectIn = ({ filters, info }: Pick<Question, 'filters' | 'info'>): BoardMeta['suspect_counts_as'] =>
  filters.counts === 'parts' ? 'apart' : info.suspect_counts_as;

/** Everything that decides the answer, except who asks. */
export interface Question<On extends Pick<AnyBoard, 'dataset'> = Pick<AnyBoard, 'dataset'>> {
  board: On;
  widget: Widget<string>;
  filters: Filters;
  info: PackageInfo;
  /** When it is asked: today is compared with what the day before had by then. */
  now: Date;
}
