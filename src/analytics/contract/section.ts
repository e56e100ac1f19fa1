import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import type { Widget } from './widget.ts';

/**
 * Parts of a board below its figures and its trend, in the order they stand: where the fraud comes from, what it is,
 * then everything else. The first two are there at once, the others when somebody opens them.
 */
export const SECTIONS = [
  'sources',
  'reasons',
  'publishers',
  'findings',
  'times',
  'placements',
  'devices',
  'metrics',
  'others',
] as const;
export type Section = (typeof SECTIONS)[number];

const OF_DIMENSION: Partial<Record<DimensionName, Section>> = {
  publisher: 'publishers',
  sub_publisher: 'publishers',
  vendor: 'publishers',
  reason: 'findings',
  reason_group: 'findings',
  campaign: 'placements',
  campaign_id: 'placements',
  channel: 'placements',
  creative: 'placements',
  placement: 'placements',
  placement_type: 'placements',
  system_domain: 'placements',
  page_id: 'placements',
  device_model: 'devices',
  device_type: 'devices',
  os: 'devices',
  browser: 'devices',
  app_version: 'devices',
  install_type: 'devices',
};

/** Follows from what the rows of a widget are, unless it says itself where it stands. */
export function sectionOf({ section, by, grain }: Pick<Widget<string>, 'section' | 'by' | 'grain'>): Section {
  return section ?? (by ? OF_DIMENSION[by] : grain && 'times') ?? 'others';
}
