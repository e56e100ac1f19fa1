import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { alertSettings, CHANNELS, ENDINGS, foundSchema, MAIL_WISHES, SETTINGS } from './alert.ts';
import { ALERT_PAGE_IDS } from './pages.ts';

const packageName = z.string().min(1).max(200);
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const alertView = z.object({
  id: z.number().int(),
  package_name: z.string(),
  ...SETTINGS,
  // As stored: whoever lost the address or the account is not there any more.
  recipients: z.array(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** When it was raised last. */
  raised_at: z.string().nullable(),
  problem: z.string().nullable(),
  muted: z.boolean(),
  /** What webhooks are signed with, as Standard Webhooks writes it; null without one. */
  secret: z.string().nullable(),
});
export type AlertView = z.infer<typeof alertView>;

const read = { access: 'rules.read', pages: ALERT_PAGE_IDS } as const;
const write = { access: 'rules.write', pages: ALERT_PAGE_IDS } as const;
const form = { exempt: ['package_name', 'filters', 'condition', 'hooks'] } as const;

/** As it was read: who saved since is told by 409, and not overwritten. */
const seen = z.iso.datetime().optional();

/** One of the table: with its id it is changed, without one it is new. */
const tableBody = z.strictObject({
  package_name: packageName,
  alerts: z
    .array(z.strictObject({ id: z.number().int().min(1).max(2_147_483_647).optional(), ...SETTINGS }))
    .min(1)
    .max(50),
});

/** The same calls for sites and for apps (ALRT-GAP-02). */
const configurationOf = (base: `/${string}`, what: string) => ({
  list: endpoint({
    method: 'GET',
    path: base,
    summary: `Alerts of ${what}`,
    ...read,
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(alertView),
  }),
  one: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    summary: `One alert of ${what}`,
    ...read,
    params: id,
    response: envelope(alertView),
  }),
  saveTable: endpoint({
    method: 'POST',
    path: base,
    summary: `Save alerts of ${what}, all or none: those with an id are changed, the others are new`,
    ...write,
    form,
    body: tableBody,
    response: envelope(z.array(alertView)),
  }),
  change: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary: `Change some settings of one alert of ${what}`,
    ...write,
    form,
    params: id,
    body: alertSettings.partial().extend({ updated_at: seen }),
    response: envelope(alertView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: `Delete an alert of ${what} with everything it raised`,
    ...write,
    params: id,
    response: envelope(z.null()),
  }),
});

export const webAlerts = configurationOf('/api/web-bi/alert_config', 'a site');
export const appAlerts = configurationOf('/api/web-bi/appfraud/alert_config', 'an app');

const delivery = z.object({
  id: z.number().int(),
  event_id: z.number().int(),
  period: z.string(),
  channel: z.enum(CHANNELS),
  /** Whom or what it goes to. */
  target: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
  tries: z.number().int(),
  /** When it is tried next. */
  due_at: z.string(),
  done_at: z.string().nullable(),
  status: z.number().int().nullable(),
  error: z.string().nullable(),
});
export type DeliveryView = z.infer<typeof delivery>;

const raised = z.object({
  id: z.number().int(),
  alert_id: z.number().int(),
  name: z.string(),
  package_name: z.string(),
  metric: z.string(),
  comparison: z.enum(['limit', 'weekday', 'others']),
  direction: z.enum(['above', 'below']),
  severity: z.enum(['low', 'medium', 'high']),
  raised_at: z.string(),
  found: foundSchema,
  /** What became of its messages: `nobody` where there is none to tell, `cool_down` where none was written. */
  told: z.enum(['waits', 'sent', 'failed', 'nobody', 'cool_down']),
  /** Until when the first of them waits: quiet hours, or mails that are gathered. */
  due_at: z.string().nullable(),
  /** When it was seen to hold no longer, and why. */
  ended_at: z.string().nullable(),
  ended_why: z.enum(ENDINGS).nullable(),
  /** Where the figures stand, filtered as they were reckoned. */
  href: z.string(),
  read: z.boolean(),
  acknowledged: z.boolean(),
  snoozed_until: z.string().nullable(),
  muted: z.boolean(),
});
export type RaisedAlert = z.infer<typeof raised>;

export const STATES = ['open', 'snoozed', 'acknowledged', 'ended', 'all'] as const;

const mailWish = z.strictObject({ every: z.enum(MAIL_WISHES) });

export const alertEndpoints = {
  preview: endpoint({
    method: 'POST',
    path: '/api/alerts/preview',
    summary: 'On which of the last 90 days an alert would have been raised; writes nothing',
    ...write,
    whileViewing: true,
    form,
    body: z.strictObject({ package_name: packageName, ...SETTINGS }),
    response: envelope(
      z.object({ from: z.string(), to: z.string(), days_with_data: z.number().int(), raised: z.array(foundSchema) }),
    ),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/alerts/people',
    summary: 'People an alert of a package can be sent to: those who see all of it',
    ...read,
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.array(z.object({ name: z.string(), email: z.string() }))),
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/alerts/:id/deliveries',
    summary: 'Messages of an alert: whom they went to, how often they were tried, and why they failed',
    ...read,
    params: id,
    query: z.strictObject(pageQuery),
    response: pagedEnvelope(delivery),
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/api/alerts/deliveries/:id',
    summary: 'Send a message of an alert again',
    ...write,
    params: id,
    response: envelope(delivery),
  }),
  inbox: endpoint({
    method: 'GET',
    path: '/api/alerts/inbox',
    summary: 'Alerts that were raised, with how far the caller is with each',
    ...read,
    query: z.strictObject({ package_name: packageName, state: z.enum(STATES).default('open'), ...pageQuery }),
    response: pagedEnvelope(raised).extend({ unread: z.number().int() }),
  }),
  handle: endpoint({
    method: 'PUT',
    path: '/api/alerts/inbox/:id',
    summary: 'Mark a raised alert as read or acknowledged, or put it off; for the caller alone',
    ...read,
    params: id,
    body: z.strictObject({
      read: z.boolean().optional(),
      acknowledged: z.boolean().optional(),
      /** Hours; 0 brings it back. */
      snooze: z
        .number()
        .int()
        .min(0)
        .max(24 * 28)
        .optional(),
    }),
    response: envelope(z.null()),
  }),
  mails: endpoint({
    method: 'GET',
    path: '/api/alerts/mails',
    summary: 'Whether the caller gets a mail of each alert, or one of all a day or a week',
    ...read,
    response: envelope(mailWish),
  }),
  wishMails: endpoint({
    method: 'PUT',
    path: '/api/alerts/mails',
    summary: 'Get a mail of each alert, or one of all a day or a week; for the caller alone',
    ...read,
    body: mailWish,
    response: envelope(mailWish),
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/api/alerts/:id/mute',
    summary: 'Hear nothing of an alert any more, or hear of it again; for the caller alone',
    ...read,
    params: id,
    body: z.strictObject({ muted: z.boolean() }),
    response: envelope(z.null()),
  }),
};
