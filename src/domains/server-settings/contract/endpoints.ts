import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';

const bytes = z.number();

export const health = z.object({
  node: z.string(),
  /** Seconds since the start. */
  uptime: z.number().int(),
  cores: z.number().int(),
  memory: z.object({ total: bytes, process: bytes }),
  records: z.object({ mode: z.enum(['embedded', 'server']), version: z.string(), bytes }),
  traffic: z.object({
    mode: z.enum(['embedded', 'server']),
    version: z.string(),
    events: z.number().int(),
    bytes,
    parts: z.number().int(),
    /** Damaged parts the engine set aside: their rows are missing. Not 0 is an alarm. */
    detached_parts: z.number().int(),
    unfinished_mutations: z.number().int(),
    waiting: z.number().int(),
    /** What was seen of the engine that an operator should know; mended ones for an hour. Bytes where it is memory. */
    alarms: z.array(
      z.object({
        alarm: z.enum(['foreign_answer', 'stuck_statement', 'leftover_statement', 'memory_held_by_nobody']),
        times: z.number().int(),
        last_at: z.string(),
        bytes: bytes.nullable(),
      }),
    ),
  }),
  disk: z.object({ free: bytes, total: bytes, low: z.boolean() }),
  /** Where files lie that all processes share; the words of the failure while they cannot be read. */
  files: z.object({ kind: z.enum(['folder', 's3']), place: z.string(), error: z.string().nullable() }),
  /**
   * Live traffic of the kept loads, a day and more; null while it cannot be looked at. `loaded`, `missing` and `doubled`
   * are as of `looked_at`, minutes ago at most; what waits is as of now.
   */
  live: z
    .object({
      looked_at: z.string(),
      loaded: z.number().int(),
      missing: z.number().int(),
      doubled: z.number().int(),
      waiting: z.number().int(),
      waiting_since: z.string().nullable(),
      late: z.boolean(),
    })
    .nullable(),
  /** Clicks and views of own links in files of this machine; `late`: longer than a database that answers leaves them there. */
  filed: z.object({ clicks: z.number().int(), since: z.string().nullable(), late: z.boolean() }),
  /** When the last one was taken; null for engines with addresses, which have their own means. */
  backup: z.object({ last: z.string().nullable() }).nullable(),
  mail: z.object({
    mode: z.enum(['smtp', 'mailbox', 'off']),
    waiting: z.number().int(),
    failed: z.number().int(),
    last_error: z.string().nullable(),
  }),
  jobs: z.array(
    z.object({
      queue: z.string(),
      queued: z.number().int(),
      running: z.number().int(),
      /** How far those that run are, 0 to 1; null while none of them says so. */
      progress: z.number().nullable(),
      failed: z.number().int(),
      done: z.number().int(),
      last_at: z.string().nullable(),
    }),
  ),
  lists: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      date: z.string(),
      entries: z.number().int(),
      blind: z.boolean(),
      origin: z.enum(['shipped', 'operator']),
    }),
  ),
});
export type Health = z.infer<typeof health>;

export const jobRow = z.object({
  id: z.string(),
  queue: z.string(),
  state: z.string(),
  tries: z.number().int(),
  /** The words of the failure. */
  error: z.string(),
  /** Its code, where the failure has one of `error-codes.ts` or of an engine. */
  code: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type JobView = z.infer<typeof jobRow>;

export const openJob = z.object({
  id: z.string(),
  queue: z.string(),
  /** Which of its queue's work it is; '' where a queue has only one. */
  key: z.string(),
  /** `cancelling` was called off and runs until its next step. */
  state: z.enum(['waiting', 'running', 'cancelling']),
  /** 0 to 1; null while it does not say. */
  progress: z.number().nullable(),
  /** When it began, or was enqueued. */
  since: z.string(),
  may_cancel: z.boolean(),
});
export type OpenJobView = z.infer<typeof openJob>;

export const server = {
  health: endpoint({
    method: 'GET',
    path: '/api/server/health',
    summary: 'Engines, versions, sizes, disk, mail, jobs and lists of this installation',
    access: 'server.read',
    response: envelope(health),
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/api/server/job',
    summary: 'Jobs that failed for good, newest first',
    access: 'server.read',
    query: z.strictObject(pageQuery),
    response: pagedEnvelope(jobRow),
  }),
  openJobs: endpoint({
    method: 'GET',
    path: '/api/server/job/open',
    summary: 'Jobs that run, then those that wait, oldest first: the first hundred',
    access: 'server.read',
    response: envelope(z.array(openJob)),
  }),
  cancelJob: endpoint({
    method: 'POST',
    path: '/api/server/job/:id/cancel',
    summary:
      'Call off a job that waits or runs, where its kind may be: it stops at its next step and is not taken up again',
    access: 'server.write',
    params: z.strictObject({ id: z.uuid() }),
    response: envelope(z.object({ state: z.enum(['cancelled', 'cancelling']) })),
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/api/server/job/:id/retry',
    summary: 'Run a failed job once more',
    access: 'server.write',
    params: z.strictObject({ id: z.uuid() }),
    response: envelope(z.null()),
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/api/server/mail_test',
    summary: 'Send a mail to the caller, and say in the words of the mail server why it cannot',
    access: 'server.write',
    response: envelope(z.object({ to: z.string(), mode: z.enum(['smtp', 'mailbox']) })),
  }),
};
