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
const BROWSER = ['device_type', 'os', 'browser', 'language'] as const;

/** Dimensions the filter panel offers on boards of a kind of package, most used first. */
export const filtersOn = (platform: 'web' | 'app' | undefined): readonly DimensionName[] =>
  platform === 'web' ? [...FIRST, ...CAMPAIGN, ...WEB, ...BROWSER] : [...FIRST, ...CAMPAIGN, ...APP];

export const offeredFilters = ({ dataset }: Pick<AnyBoard, 'dataset'>): readonly DimensionName[] =>
  filtersOn(dataset.platform).filter((name) => dataset.dimensions.includes(name));
