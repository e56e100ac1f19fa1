import { REPORTS } from '#domains/reports/contract/reports.ts';
import { ACCOUNT_TOOL_BODIES } from './audited-account-tools.ts';
import { STANDING_BODIES } from './audited-blocks.ts';
import { BRAND_BODIES } from './audited-brand.ts';
import { DESTINATION_BODIES } from './audited-deliveries.ts';
import { HYGIENE_BODIES } from './audited-hygiene.ts';
import { COUPON_BODIES } from './audited-infringement.ts';
import { INTEGRITY_BODIES } from './audited-integrity.ts';
import { AGREEMENT_BODIES } from './audited-money-agreements.ts';
import { DISPUTE_BODIES } from './audited-money-disputes.ts';
import { INVOICE_BODIES } from './audited-money-invoices.ts';
import { VIDEO_LIST_BODIES } from './audited-relevancy.ts';
import { TRACKING_BODIES } from './audited-tracking.ts';
import { VIDEO_BODIES } from './audited-video.ts';
import { TEST_PASSWORD } from './use-app.ts';

const LOOK = { category: 'Web', menu_title: 'Boards' };
const PACKAGE = {
  package_title: 'A title',
  domain: 'own.example',
  time_zone: 'UTC',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  dashboardType: ['Click'],
  active: true,
};
const OWN = { package_name: 'own.example', reason: 'Our office' };
const REPORT = { package_name: 'own.example', start_date: '2026-11-14', end_date: '2026-11-20' };
const SCHEDULE = {
  asked: {},
  format: 'csv',
  timing: { frequency: 'daily' },
  hour: 8,
  time_zone: 'UTC',
  covers: 'yesterday',
  recipients: [1],
};
const RULE = {
  package_name: 'own.example',
  analysis: 'Click',
  rule_name: 'A rule',
  conditions: [{ field: 'publisher', operator: 'is', values: ['P'] }],
  reason: 'Because of this test',
};
const CONFIGURATION = {
  package_name: 'own.example',
  publisher: 'P',
  dashboard_type: 'Install',
  configuration_name: 'A configuration',
  fraud_category: 'clk',
  fraud_sub_category: 'clk.injection',
  variation: 'short_install_time',
  action: 'block',
};
const ALERT = {
  metric: 'fraud_percentage',
  comparison: 'limit',
  direction: 'above',
  limit: 20,
  window: { unit: 'day', length: 1 },
  each: 'package',
  least: 100,
  filters: {},
  condition: null,
  cool_down: 24,
  quiet: null,
  severity: 'low',
  recipients: [],
  hooks: [],
  active: true,
};

/** A body that is fine for each form with texts people type: everything but the one text that is tried. */
export const FORMS: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/config/package': { ...PACKAGE, package_name: 'new.example', platform: 'web' },
  'PUT /api/config/package/:id': PACKAGE,
  'POST /api/user/signup': { email: 'new@own.example', name: 'Ann', role: 'customer' },
  'PUT /api/user/:id': { role: 'customer' },
  'POST /api/config/menu': { ...LOOK, route: '/docs' },
  'PUT /api/config/menu/:page_id': LOOK,
  'POST /api/config/token': { package_name: 'own.example', name: 'A token', permissions: ['board.read'], days: null },
  'POST /api/views': {
    package_name: 'own.example',
    name: 'Mine',
    path: '/traffic/events',
    asked: [],
    range: { days: 7 },
  },
  'PUT /api/views/:id': { name: 'Mine', shared: true },
  'POST /api/explore/boards': { package_name: 'own.example', name: 'Mine', cards: [] },
  'PUT /api/explore/boards/:id': { version: 1, name: 'Mine' },
  'PUT /api/web-bi/alert_config/:id': {},
  'PUT /api/web-bi/appfraud/alert_config/:id': {},
  'POST /api/alerts/preview': { package_name: 'own.example', ...ALERT },
  'PUT /api/user/profile': { name: 'Ann', language: 'en' },
  'POST /api/onboarding/signup': {
    name: 'Ann',
    email: 'ann@new.example',
    password: TEST_PASSWORD,
    domain_name: 'new.example',
    terms: true,
  },
  'POST /api/setup/administrator': { token: 'x', name: 'Ann', email: 'ann@own.example', password: TEST_PASSWORD },
  'POST /api/traffic/events/:id/decision': { ...OWN, decision: 'clean' },
  'POST /api/traffic/events/decisions/:id': OWN,
  'POST /api/traffic/sources/decisions': { ...OWN, publisher: 'P', sub_publisher: null, state: 'cleared' },
  'POST /api/traffic/white-list': { ...OWN, kind: 'ip', value: '192.0.2.1' },
  'POST /api/traffic/rules/versions': { ...OWN, base_version: 1, rules: {}, custom: [] },
  'POST /api/traffic/rules/undo': { ...OWN, version: 2 },
  'POST /api/web-bi/publisher_config': CONFIGURATION,
  'POST /api/web-bi/publisher_config/preview': CONFIGURATION,
  'POST /api/web-bi/publisher_config/analytics_click': { ...OWN, action: 'open' },
  'PUT /api/web-bi/publisher_config': CONFIGURATION,
  'POST /api/web-bi/appfraud/publisher_report_config': CONFIGURATION,
  'POST /api/web-bi/whitelist': RULE,
  'POST /api/web-bi/whitelist/preview': RULE,
  'PUT /api/web-bi/whitelist': RULE,
  'POST /api/web-bi/tools/blacklist': { ...OWN, kind: 'publisher', values: ['P'] },
  ...STANDING_BODIES,
  ...COUPON_BODIES,
  ...INVOICE_BODIES,
  ...DISPUTE_BODIES,
  ...TRACKING_BODIES,
  ...AGREEMENT_BODIES,
  ...ACCOUNT_TOOL_BODIES,
  ...VIDEO_BODIES,
  ...VIDEO_LIST_BODIES,
  ...BRAND_BODIES,
  ...HYGIENE_BODIES,
  ...INTEGRITY_BODIES,
  'POST /api/block-feeds': { package_name: 'own.example', name: 'A feed', format: 'text', kinds: ['address'] },
  ...DESTINATION_BODIES,
  'POST /api/live-traffic/keys': { package_name: 'own.example', name: 'A key' },
  'POST /api/web-bi/publisher': { package_name: 'own.example', publisher: 'P' },
  'PUT /api/web-bi/publisher/:id': {},
  'POST /api/web-bi/appfraud/meta_campaign/details': { package_name: 'own.example', campaign: 'Spring' },
  'POST /api/report-schedules': { package_name: 'own.example', report: 'report', ...SCHEDULE },
  'PUT /api/report-schedules/:id': SCHEDULE,
  'POST /api/bi/ticket/create/:selection_id': { package_name: 'own.example', title: 'A case' },
  'POST /api/bi/ticket/save': { id: 1 },
  ...Object.fromEntries(
    [...REPORTS.map(({ api }) => `POST ${api}/generate`), 'POST /reports'].map((call) => [call, REPORT]),
  ),
};
