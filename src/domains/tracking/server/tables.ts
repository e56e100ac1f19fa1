import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  type ACTIONS,
  APPROVALS,
  CAMPAIGN_STATES,
  CAP_METRICS,
  CAP_PERIODS,
  CONVERSION_STATES,
  NOTICE_STATES,
  OVER_ACTIONS,
  PAY_MODELS,
  POSTBACK_STATES,
  type SYSTEMS,
} from '#domains/tracking/contract/terms.ts';
import { bytes, moment, textList } from '#platform/server/postgres/columns.ts';

type Action = (typeof ACTIONS)[number];

const packageName = () => text('package_name').notNull();
const money = (name: string) => numeric(name, { precision: 20, scale: 6 });
const share = (name: string) => numeric(name, { precision: 9, scale: 4 });
const named = (name: string) => text(name).notNull().default('');
const payColumns = () => ({
  payoutModel: text('payout_model', { enum: PAY_MODELS }).notNull(),
  payout: money('payout'),
  payoutPercent: share('payout_percent'),
});

export const campaignTable = pgTable('tracking_campaign', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  key: text('key').notNull(),
  campaignName: text('campaign_name').notNull(),
  customerName: named('customer_name'),
  agencyName: named('agency_name'),
  status: text('status', { enum: CAMPAIGN_STATES }).notNull().default('active'),
  landingPage: text('landing_page').notNull(),
  allowedHosts: textList('allowed_hosts'),
  timeZone: text('time_zone').notNull(),
  currency: text('currency').notNull(),
  countries: textList('countries'),
  systems: textList('systems').$type<(typeof SYSTEMS)[number][]>(),
  clickPayout: money('click_payout'),
  clickRevenue: money('click_revenue'),
  millePayout: money('mille_payout'),
  milleRevenue: money('mille_revenue'),
  clickWindowHours: integer('click_window_hours').notNull().default(168),
  viewWindowHours: integer('view_window_hours').notNull().default(24),
  duplicateSeconds: integer('duplicate_seconds').notNull().default(10),
  severalConversions: boolean('several_conversions').notNull().default(false),
  approval: text('approval', { enum: APPROVALS }).notNull().default('auto'),
  holdDays: integer('hold_days').notNull().default(0),
  overAction: text('over_action', { enum: OVER_ACTIONS }).notNull().default('pay_zero'),
  fallbackCampaignId: integer('fallback_campaign_id'),
  signedOnly: boolean('signed_only').notNull().default(false),
  protection: jsonb('protection').notNull().default({}).$type<{ suspect?: Action; fraud?: Action }>(),
  postbackSecret: bytes('postback_secret').notNull(),
  startsOn: date('starts_on'),
  endsOn: date('ends_on'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const goalTable = pgTable(
  'tracking_goal',
  {
    campaignId: integer('campaign_id').notNull(),
    event: text('event').notNull(),
    place: integer('place').notNull(),
    ...payColumns(),
    revenueModel: text('revenue_model', { enum: PAY_MODELS }).notNull(),
    revenue: money('revenue'),
    revenuePercent: share('revenue_percent'),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.event] })],
);

export const landingPageTable = pgTable('landing_page', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  status: text('status', { enum: ['active', 'paused'] })
    .notNull()
    .default('active'),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const campaignLandingTable = pgTable(
  'tracking_landing',
  {
    campaignId: integer('campaign_id').notNull(),
    landingPageId: integer('landing_page_id').notNull(),
    weight: integer('weight').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.landingPageId] })],
);

export const trackingPublisherTable = pgTable('tracking_publisher', {
  publisherId: integer('publisher_id').primaryKey(),
  key: text('key').notNull(),
  postbackUrl: named('postback_url'),
  postbackEvents: textList('postback_events'),
  subRequired: boolean('sub_required').notNull().default(false),
});

export const overrideTable = pgTable('tracking_override', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  campaignId: integer('campaign_id').notNull(),
  publisherId: integer('publisher_id'),
  event: text('event'),
  ...payColumns(),
  fromDay: date('from_day'),
  toDay: date('to_day'),
});

export const capTable = pgTable('tracking_cap', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  campaignId: integer('campaign_id').notNull(),
  publisherId: integer('publisher_id'),
  event: text('event'),
  metric: text('metric', { enum: CAP_METRICS }).notNull(),
  period: text('period', { enum: CAP_PERIODS }).notNull(),
  most: money('most').notNull(),
  action: text('action', { enum: OVER_ACTIONS }),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const capUseTable = pgTable(
  'tracking_cap_use',
  {
    capId: integer('cap_id').notNull(),
    periodStart: date('period_start').notNull(),
    used: money('used').notNull().default('0'),
  },
  (t) => [primaryKey({ columns: [t.capId, t.periodStart] })],
);

export const touchTable = pgTable('tracking_touch', {
  id: text('id').primaryKey(),
  packageName: packageName(),
  campaignId: integer('campaign_id').notNull(),
  publisherId: integer('publisher_id'),
  kind: text('kind', { enum: ['click', 'impression'] }).notNull(),
  at: moment('at').notNull(),
  device: bytes('device').notNull(),
  handling: text('handling').notNull(),
  handlingReason: named('handling_reason'),
  given: jsonb('given').notNull().default({}).$type<Record<string, string>>(),
});

export const conversionTable = pgTable(
  'tracking_conversion',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    packageName: packageName(),
    campaignId: integer('campaign_id').notNull(),
    campaignName: text('campaign_name').notNull(),
    publisher: named('publisher'),
    subPublisher: named('sub_publisher'),
    clickId: text('click_id').notNull(),
    event: text('event').notNull(),
    transactionId: named('transaction_id'),
    eventId: text('event_id').notNull(),
    at: moment('at').notNull(),
    clickAt: moment('click_at').notNull(),
    amount: money('amount'),
    currency: text('currency').notNull(),
    payout: money('payout').notNull().default('0'),
    revenue: money('revenue').notNull().default('0'),
    status: text('status', { enum: CONVERSION_STATES }).notNull(),
    overCapId: integer('over_cap_id'),
    reason: named('reason'),
    approveAt: moment('approve_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    once: named('once'),
  },
  (t) => [uniqueIndex('tracking_conversion_once').on(t.clickId, t.event, t.once)],
);

export const postbackTable = pgTable('tracking_postback', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  packageName: text('package_name'),
  campaignId: integer('campaign_id'),
  campaignName: named('campaign_name'),
  publisher: named('publisher'),
  receivedAt: moment('received_at').notNull(),
  clickId: named('click_id'),
  event: named('event'),
  transactionId: named('transaction_id'),
  amount: named('amount'),
  currency: named('currency'),
  pbStatus: text('pb_status', { enum: POSTBACK_STATES }).notNull(),
  reason: named('reason'),
  conversionId: bigint('conversion_id', { mode: 'number' }),
  ip: named('ip'),
  query: named('query'),
});

export const untakenTable = pgTable('tracking_untaken', {
  packageName: text('package_name'),
  campaignId: integer('campaign_id').notNull(),
  event: text('event').notNull(),
  reason: text('reason').notNull(),
  hour: moment('hour').notNull(),
  came: bigint('came', { mode: 'number' }).notNull(),
  listed: integer('listed').notNull(),
});

export const noticeTable = pgTable(
  'tracking_notice',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    packageName: packageName(),
    conversionId: bigint('conversion_id', { mode: 'number' }).notNull(),
    publisher: text('publisher').notNull(),
    url: text('url').notNull(),
    state: text('state', { enum: NOTICE_STATES }).notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    /** Over all tries, also those before it was sent again: who holds an older number has nothing to say any more. */
    claims: integer('claims').notNull().default(0),
    nextAt: moment('next_at').notNull(),
    httpStatus: integer('http_status'),
    answer: named('answer'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [index('tracking_notice_at').on(t.packageName, t.createdAt)],
);

export const uploadTable = pgTable('tracking_upload', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  packageName: packageName(),
  kind: text('kind', { enum: ['conversions', 'states'] }).notNull(),
  fileName: text('file_name').notNull(),
  state: text('state', { enum: ['checked', 'done', 'failed'] }).notNull(),
  rows: integer('rows').notNull().default(0),
  accepted: integer('accepted').notNull().default(0),
  errors: jsonb('errors').notNull().default([]).$type<{ row: number; reason: string }[]>(),
  createdBy: text('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const endedTable = pgTable('tracking_ended', {
  key: text('key').primaryKey(),
  endedAt: moment('ended_at').notNull(),
});

export const changeTable = pgTable('tracking_change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
});

export const challengeTable = pgTable('tracking_challenge', {
  id: text('id').primaryKey(),
  packageName: packageName(),
  at: moment('at').notNull(),
  event: jsonb('event').notNull().$type<Record<string, string>>(),
});
