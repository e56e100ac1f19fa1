import { HANDLINGS } from '#traffic/event/contract/event.ts';
import { type Board, board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import { totals } from '../shapes/totals.ts';
import type { Widget } from '../widget.ts';

/** What came by links and pixels of ours: those say what was done with it. */
const HANDLED = { standing: { handling: [...HANDLINGS] }, base: 'handled' } as const;

const TOTAL = totals({ id: 'total', title: 'Total', ...HANDLED });
const BY_HANDLING = breakdown({
  id: 'handling-wise',
  title: 'Handling',
  section: 'reasons',
  by: 'handling',
  ...HANDLED,
});
const BY_CHECK = breakdown({
  id: 'check-wise',
  title: 'Checks that decided',
  section: 'reasons',
  by: 'handling_reason',
  order: 'total',
  limit: 20,
  ...HANDLED,
});

const DASHBOARD = [
  TOTAL,
  series({ id: 'date-wise', title: 'By date', grain: 'date', ...HANDLED }),
  BY_HANDLING,
  BY_CHECK,
  table({
    id: 'publisher-wise',
    title: 'Publishers',
    section: 'sources',
    by: 'publisher',
    order: 'fraud',
    rows: 8,
    ...HANDLED,
  }),
  table({ id: 'campaign-wise', title: 'Campaigns', by: 'campaign', order: 'total', limit: 500, ...HANDLED }),
  breakdown({ id: 'country-wise', title: 'Countries', by: 'country', order: 'total', limit: 20, ...HANDLED }),
] as const satisfies readonly [Widget, ...Widget[]];

const SOURCES = [
  TOTAL,
  table({
    id: 'sub-publisher-wise',
    title: 'Sub-publishers',
    section: 'sources',
    by: 'sub_publisher',
    underPublisher: true,
    order: 'fraud',
    rows: 25,
    ...HANDLED,
  }),
  BY_CHECK,
] as const satisfies readonly [Widget, ...Widget[]];

type Kind = 'click' | 'impression';
const NAMES = { click: 'Click', impression: 'Impression' } as const;
const shared = (kind: Kind) =>
  ({
    dataset: kind === 'click' ? DATASETS.own_click : DATASETS.own_impression,
    types: [],
    historyMonths: 3,
  }) as const;
const menu = (kind: Kind, icon: string) => ({
  category: 'Tracking',
  subCategory: `${NAMES[kind]} integrity`,
  icon,
});

const dashboard = (kind: Kind): Board =>
  board({
    ...shared(kind),
    id: `${kind}-integrity`,
    title: `${NAMES[kind]} Integrity Dashboard`,
    api: `/api/integrity/${kind}/dashboard`,
    fileId: `${kind.toUpperCase()}_INTEGRITY`,
    routes: [{ path: `/integrity/dashboard/${kind}`, layout: 'cards', calls: 'data' }],
    menu: menu(kind, 'layout-dashboard'),
    widgets: DASHBOARD,
  });

const sources = (kind: Kind): Board =>
  board({
    ...shared(kind),
    id: `${kind}-integrity-sources`,
    title: `${NAMES[kind]} Integrity`,
    api: `/api/integrity/${kind}/sources`,
    fileId: `${kind.toUpperCase()}_INTEGRITY_SOURCES`,
    routes: [{ path: `/integrity/${kind}`, layout: 'cards', calls: 'data' }],
    menu: menu(kind, 'table'),
    widgets: SOURCES,
  });

/** What links and pixels of ours did, and what their sources brought (INTG-ROUTE-01 to 04, INTG-GAP-02). */
export const clickIntegrity = dashboard('click');
export const impressionIntegrity = dashboard('impression');
export const clickIntegritySources = sources('click');
export const impressionIntegritySources = sources('impression');
