import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import { totals } from '../shapes/totals.ts';
import { FLAGGED, type Widget } from '../widget.ts';

/** Widgets that web and app boards share. */
export const TOTAL = totals({ id: 'total', title: 'Total' });
export const DATE_WISE = series({ id: 'date-wise', title: 'By date', grain: 'date' });

export const FRAUD_RATE = ['fraud', 'total', 'fraud_percentage'] as const;

const found = { measures: ['fraud', 'suspect', 'percentage'], extra: ['percentage'], order: 'fraud' } as const;

export const CATEGORIES = breakdown({
  id: 'fraud-category',
  title: 'Fraud categories',
  by: 'reason_group',
  chart: 'donut',
  section: 'reasons',
  ...FLAGGED,
  ...found,
});

export const SUB_CATEGORIES = breakdown({
  id: 'fraud-sub-category',
  title: 'Fraud sub-categories',
  section: 'reasons',
  by: 'reason',
  ...FLAGGED,
  ...found,
});

export const TOP_CLEAN = breakdown({
  id: 'top-publisher/clean',
  title: 'Top clean publishers',
  by: 'publisher',
  measures: ['clean', 'total', 'clean_percentage'],
  extra: ['clean_low', 'clean_high'],
  order: 'clean',
  ranked: { by: 'clean_low', least: { measure: 'total', count: MINIMUM_SAMPLE }, without: [OWN_SITE] },
  limit: 5,
});

export const topFraud = (id: string): Widget =>
  breakdown({
    id,
    title: 'Top fraud publishers',
    by: 'publisher',
    measures: FRAUD_RATE,
    order: 'fraud',
    ranked: { by: 'fraud', least: { measure: 'fraud', count: 1 }, without: [OWN_SITE] },
    limit: 5,
  });

export const SUB_PUBLISHERS = table({
  id: 'sub-publisher-wise',
  title: 'Sub-publishers',
  section: 'sources',
  by: 'sub_publisher',
  underPublisher: true,
  order: 'fraud',
  rows: 5,
});
