import { iso } from '#demo/calendar.ts';
import type { RawColumns } from '#demo/labelled-event.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';

/**
 * What a source reports about one event. Sizes are those of the ad in CSS pixels; `site` is what the seller calls its
 * page.
 */
export type Reported = RawColumns & { width?: number; height?: number; site?: string };

export interface BenchEvent {
  kind: EventKind;
  /** Milliseconds UTC. */
  at: number;
  /** Later parts win. */
  parts: readonly Reported[];
}

/** Our name → the name an ordinary export gives the column. */
const HEADERS = {
  publisher: 'media_source',
  sub_publisher: 'site_id',
  campaign: 'campaign',
  channel: 'channel',
  placement: 'placement',
  creative: 'creative',
  page_id: 'page',
  event_name: 'event_name',
  install_type: 'install_type',
  declared_country: 'country',
  city: 'city',
  language: 'language',
  carrier: 'carrier',
  wifi: 'wifi',
  device_model: 'device_model',
  device_brand: 'device_brand',
  declared_os: 'os',
  declared_os_version: 'os_version',
  app_version: 'app_version',
  sdk_version: 'sdk_version',
  referrer: 'referrer',
  url: 'page_url',
  user_agent: 'user_agent',
  ip: 'ip',
  device_id: 'device_id',
  click_id: 'click_id',
  order_id: 'order_id',
  click_time: 'click_time',
  impression_time: 'impression_time',
  install_begin_time: 'install_begin_time',
  install_time: 'install_time',
  revenue: 'revenue',
  cost: 'cost',
  currency: 'currency',
  width: 'ad_width',
  height: 'ad_height',
  site: 'declared_domain',
  video_seconds: 'ad_duration_seconds',
} as const satisfies Partial<Record<keyof Reported, string>>;

const NAMES: readonly (keyof typeof HEADERS)[] = Object.keys(HEADERS).filter(isName);

function isName(name: string): name is keyof typeof HEADERS {
  return name in HEADERS;
}

/** Number of the row: no detector knows this column, the product keeps it with what else it was not told about. */
export const REF = 'row_ref';

/** Columns of the file in their order. */
export const headerLine = (): string => ['timestamp', 'event_type', ...Object.values(HEADERS), REF].join('\t');

/** One line of a tab-separated file. Values hold neither tabs nor quotes. */
export function eventLine(event: BenchEvent, ref: number): string {
  let line = `${iso(event.at)}\t${event.kind}`;
  const { parts } = event;
  for (const name of NAMES) {
    line += '\t';
    for (let index = parts.length - 1; index >= 0; index--) {
      const value = parts[index]?.[name];
      if (value === undefined) continue;
      line += value;
      break;
    }
  }
  return `${line}\t${ref}`;
}

/** The value a column has in the end. */
export function columnOf<Name extends keyof Reported>(event: BenchEvent, name: Name): Reported[Name] | undefined {
  for (let index = event.parts.length - 1; index >= 0; index--) {
    const value = event.parts[index]?.[name];
    if (value !== undefined) return value;
  }
  return undefined;
}
