import { board } from '../board.ts';
import { DATASETS } from '../datasets.ts';
import { MONEY } from '../measures.ts';
import { breakdown } from '../shapes/breakdown.ts';
import { series } from '../shapes/series.ts';
import { table } from '../shapes/table.ts';
import { totals } from '../shapes/totals.ts';
import { trend } from '../shapes/trend.ts';
import { FOUND, type Widget } from '../widget.ts';

/** Network classes behind which the address of a person is not to be seen. */
const PROXIED = { standing: { ip_class: ['datacenter', 'vpn', 'relay'] }, base: 'proxied' } as const;

const WIDGETS = [
  totals({ id: 'total', title: 'Total', ...PROXIED }),
  series({ id: 'date-wise', title: 'By date', grain: 'date', ...PROXIED }),
  breakdown({ id: 'network-class-wise', title: 'Network classes', section: 'reasons', by: 'ip_class', ...PROXIED }),
  breakdown({
    id: 'fraud-sub-category',
    title: 'Fraud sub-categories',
    section: 'reasons',
    by: 'reason',
    base: 'proxied',
    standing: { ...PROXIED.standing, ...FOUND },
    measures: ['fraud', 'suspect', 'percentage'],
    extra: ['percentage'],
    order: 'fraud',
  }),
  table({
    id: 'publisher-wise',
    title: 'Publishers',
    section: 'sources',
    by: 'publisher',
    order: 'total',
    rows: 8,
    extra: MONEY,
    ...PROXIED,
  }),
  table({ id: 'network-wise', title: 'Networks', by: 'as_name', order: 'total', limit: 500, ...PROXIED }),
  trend({ id: 'network-class/date-wise', title: 'Network classes over time', by: 'ip_class', ...PROXIED }),
  breakdown({ id: 'country-wise', title: 'Countries', by: 'country', order: 'total', limit: 20, ...PROXIED }),
  table({ id: 'campaign-wise', title: 'Campaigns', by: 'campaign', order: 'total', limit: 500, ...PROXIED }),
] as const satisfies readonly [Widget, ...Widget[]];

/** Traffic whose own address is hidden, of all kinds together (WEB-GAP-03). */
export const webProxy = board({
  id: 'web-proxy',
  title: 'Proxy Dashboard',
  dataset: DATASETS.web_proxied,
  api: '/api/v2/web/proxy/dashboard',
  types: [],
  fileId: 'PROXY',
  routes: [{ path: '/proxy-dashboard', layout: 'cards', calls: 'data' }],
  historyMonths: 3,
  menu: { category: 'Web', subCategory: 'Dashboards', icon: 'network' },
  widgets: WIDGETS,
});
