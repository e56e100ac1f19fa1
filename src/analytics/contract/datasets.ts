import { DIMENSION_NAMES, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import type { Measures } from './measure.ts';
import { MEASURES, type VerdictMeasures } from './measures.ts';
import { SURROUNDINGS } from './surroundings.ts';

/**
 * Rows that can be asked about: what one is called, where they lie and what can be counted of them. How their table is
 * read (its columns, whose a row is, the SQL of its dimensions and measures) stands under `table` in `server/datasets`.
 */
export interface Dataset<M extends Measures = Measures, D extends DimensionName = DimensionName> {
  id: string;
  /** Kind of the packages that have it; none for one that either may have. */
  platform?: 'web' | 'app';
  /** What one row is called, in the plural; other languages under `noun_<id>`. */
  noun: string;
  table: string;
  /** Kinds of its rows, several for a funnel; none where its table knows no kinds. */
  kinds: readonly string[];
  /** What its rows can be filtered and grouped by. */
  dimensions: readonly D[];
  measures: M;
  /** Whatever is counted of them, its rows are events of these kinds: a number leads to the list of events. */
  listed?: true;
}

const traffic = <const Id extends string>(
  id: Id,
  platform: 'web' | 'app' | undefined,
  kinds: EventKind | readonly EventKind[],
  noun: string,
): Dataset<VerdictMeasures> & { id: Id; table: 'traffic' } => ({
  id,
  ...(platform ? { platform } : {}),
  noun,
  table: 'traffic',
  kinds: typeof kinds === 'string' ? [kinds] : kinds,
  dimensions: DIMENSION_NAMES,
  measures: MEASURES,
});

export const DATASETS = {
  web_visit: traffic('web_visit', 'web', 'visit', 'Visits'),
  web_click: traffic('web_click', 'web', 'click', 'Clicks'),
  web_impression: traffic('web_impression', 'web', 'impression', 'Impressions'),
  web_event: traffic('web_event', 'web', 'web_event', 'Events'),
  app_click: traffic('app_click', 'app', 'click', 'Clicks'),
  app_install: traffic('app_install', 'app', 'install', 'Installs'),
  app_event: traffic('app_event', 'app', 'app_event', 'Events'),
  app_re_click: traffic('app_re_click', 'app', 're_click', 'Re-engagement clicks'),
  app_re_event: traffic('app_re_event', 'app', 're_event', 'Re-engagement events'),
  app_click_impression: traffic('app_click_impression', 'app', 'click_impression', 'Click impressions'),
  web_all: traffic('web_all', 'web', kindsFor('web'), 'Events of all kinds'),
  web_proxied: traffic('web_proxied', 'web', kindsFor('web'), 'Events through proxies'),
  app_all: traffic('app_all', 'app', kindsFor('app'), 'Events of all kinds'),
  own_click: traffic('own_click', undefined, 'click', 'Clicks of own links'),
  own_impression: traffic('own_impression', undefined, 'impression', 'Impressions of own pixels'),
  all: traffic('all', undefined, EVENT_KINDS, 'Events of all kinds'),
  events: traffic('events', undefined, ['web_event', 'app_event', 're_event'], 'Events'),
  placements: {
    id: 'placements',
    noun: 'Placements',
    table: 'surroundings',
    kinds: ['impression', 'click_impression', 'vast_request'],
    dimensions: DIMENSION_NAMES,
    measures: SURROUNDINGS,
    listed: true,
  },
} as const satisfies Record<string, Dataset>;

/** Tables that have a file in `server/datasets`. */
export type TableName = (typeof DATASETS)[keyof typeof DATASETS]['table'];
