import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { AnyBoard } from './board.ts';

const FIRST = [
  'publisher',
  'sub_publisher',
  'channel',
  'country',
  'brand',
  'reason_group',
  'reason',
  'verdict',
] as const;
const CAMPAIGN = ['campaign', 'campaign_id', 'creative'] as const;
const WEB = ['placement', 'placement_type', 'system_domain', 'page_id'] as const;
const APP = ['vendor', 'event_name', 'install_type', 'region', 'os', 'device_model', 'app_version'] as const;
const SURROUNDED = ['safety', 'unsafe_topic', 'content_category'] as const;
const BROWSER = ['device_type', 'os', 'browser', 'language'] as const;

/** Dimensions the filter panel offers on boards of a kind of package, most used first. */
export const filtersOn = (platform: 'web' | 'app' | undefined): readonly DimensionName[] =>
  platform === 'web' ? [...FIRST, ...CAMPAIGN, ...WEB, ...BROWSER] : [...FIRST, ...CAMPAIGN, ...APP];

/** A board that either kind of package may have offers what web boards do: its events are ads, not events of an app. */
export const offeredFilters = ({ dataset }: Pick<AnyBoard, 'dataset'>): readonly DimensionName[] => {
  const about = dataset.id === 'placements' ? [...SURROUNDED, ...filtersOn('web')] : filtersOn(dataset.platform);
  return about.filter((name) => dataset.dimensions.includes(name));
};
