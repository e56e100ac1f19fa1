import { z } from 'zod';
import { keptQuestion } from '#domains/explore/contract/explore-endpoints.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { packageName } from '#traffic/explorer/contract/events-endpoints.ts';
import { ENTRY_STATES, EVERY_PAGE } from './endpoints.ts';
import { generateBody } from './report-query.ts';
import { COVERS, MOST_RECIPIENTS, SCHEDULE_FORMATS, timing } from './schedule.ts';

/** What a scheduled report asks; package, days and file are those of the schedule. */
export const scheduledQuestion = generateBody.omit({
  package_name: true,
  fromDate: true,
  toDate: true,
  start_date: true,
  end_date: true,
  record_limit: true,
  page_number: true,
  format: true,
  name: true,
});
export type ScheduledQuestion = z.input<typeof scheduledQuestion>;

const timeZone = z.string().max(60).refine(isZone, 'Unknown time zone');

function isZone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const ids = z.number().int().min(1).max(2_147_483_647);
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Everything of a schedule that can be changed. */
const settings = {
  name: safeText(80),
  /** What a report asks. */
  asked: scheduledQuestion.optional(),
  /** What is asked of Explore, where `report` is `explore`. */
  question: keptQuestion.optional(),
  format: z.enum(SCHEDULE_FORMATS),
  timing,
  hour: z.number().int().min(0).max(23),
  time_zone: timeZone,
  covers: z.enum(COVERS),
  /** Ids of people who see the package. */
  recipients: z.array(ids).min(1, 'At least one').max(MOST_RECIPIENTS),
};
export const scheduleSettings = z.strictObject(settings);
export type ScheduleSettings = z.output<typeof scheduleSettings>;

/** Why somebody is not sent to any more. */
export const OFF = ['left', 'disabled', 'lost'] as const;
export type Off = (typeof OFF)[number];

const recipient = z.object({ id: z.number().int(), name: z.string(), email: z.string(), off: z.enum(OFF).nullable() });
export type Recipient = z.infer<typeof recipient>;

export const SCHEDULE_STATES = ['active', 'paused', 'stopped'] as const;

const days = z.object({ from: z.string(), to: z.string() });

const schedule = z.object({
  id: z.number().int(),
  package_name: z.string(),
  /** Id of a report, or `explore`. */
  report: z.string(),
  name: z.string(),
  asked: z.record(z.string(), z.unknown()),
  format: z.enum(SCHEDULE_FORMATS),
  timing,
  hour: z.number().int(),
  time_zone: z.string(),
  covers: z.enum(COVERS),
  /** Who made it. */
  owner: z.string(),
  own: z.boolean(),
  /** The caller may change, pause, send and delete it. */
  changeable: z.boolean(),
  /** The caller is sent its reports. */
  received: z.boolean(),
  state: z.enum(SCHEDULE_STATES),
  /** Why it has stopped. */
  why: z.object({ message: z.string(), told: z.unknown() }).nullable(),
  /** When it runs next, and about which days. */
  next_at: z.string().nullable(),
  next_days: days.nullable(),
  last_at: z.string().nullable(),
  /** Of the reports made at the last run the one that is least far. */
  last_state: z.enum(ENTRY_STATES).nullable(),
  /** All of them for who sees all of the package, else the caller alone. */
  recipients: z.array(recipient),
});
export type ReportSchedule = z.infer<typeof schedule>;

const change = (path: `/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/report-schedules/:id${path}`,
    summary,
    access: 'event.read',
    pages: EVERY_PAGE,
    params: id,
    response: envelope(schedule),
  });

export const scheduleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/report-schedules',
    summary: 'Schedules that send reports of a package by mail: all, or those that concern who sees only a part of it',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(schedule).extend({
      /** `off`: there is no mail server; `mailbox`: mails stay on the server, for its operator. */
      mail: z.enum(['smtp', 'mailbox', 'off']),
    }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/report-schedules/people',
    summary: 'People a report of a package can be sent to: those who see its page, or the caller alone',
    access: 'event.read',
    pages: EVERY_PAGE,
    query: z.strictObject({ package_name: packageName, report: z.string().max(60) }),
    response: envelope(z.array(recipient.omit({ off: true }).extend({ own: z.boolean() }))),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/report-schedules',
    summary: 'Have a report, or an answer of Explore, made again and again, and sent by mail',
    access: 'event.read',
    pages: EVERY_PAGE,
    body: z.strictObject({ package_name: packageName, report: z.string().max(60), ...settings }),
    response: envelope(schedule),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/report-schedules/:id',
    summary: 'Change a schedule; one that has stopped runs again',
    access: 'event.read',
    pages: EVERY_PAGE,
    params: id,
    body: scheduleSettings,
    response: envelope(schedule),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/report-schedules/:id',
    summary: 'Delete a schedule; it can be put back for a month',
    access: 'event.read',
    pages: EVERY_PAGE,
    params: id,
    response: envelope(schedule),
  }),
  restore: change('/restore', 'Put a deleted schedule back'),
  pause: change('/pause', 'Have a schedule send nothing until it is resumed'),
  resume: change('/resume', 'Have a paused schedule run again, from its next time on'),
  send: change('/send', 'Make and send the reports of a schedule at once'),
  leave: change('/leave', 'Not to be sent the reports of a schedule any more'),
};
