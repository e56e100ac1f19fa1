import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { eq } from 'drizzle-orm';
import { serverAudit } from '#domains/server-settings/contract/audit.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { lastBackup } from '#platform/server/backup/last-backup.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { type Files, whyAway } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { cancelJob } from '#platform/server/jobs/job-cancel.ts';
import { failedJobs, jobCounts, openJobList, retryJob } from '#platform/server/jobs/job-overview.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { storedTraffic } from '#traffic/event/server/stored-traffic.ts';
import type { ListInfo } from '#traffic/lists/contract/lists.ts';
import { type Health, server } from '../contract/endpoints.ts';
import { refuse } from './refuse.ts';
import {
  type Filed,
  isFiledLate,
  remembered,
  type Soundness,
  shownSoundness,
  soundnessOf,
  waitingEvents,
} from './soundness.ts';

export interface ServerDeps {
  database: Database;
  clickhouse: ClickHouse;
  mailer: Mailer;
  dataFolder: string;
  files: Files;
  lists: () => readonly ListInfo[];
  filedClicks: { waiting(): Promise<Filed> };
  /** Queues whose jobs may be called off. */
  cancellableJobs: readonly string[];
}

/** Below this much free disk, imports start to fail: the stage of a file needs about its own size. */
const LOW_DISK_BYTES = 2_000_000_000;

/** The rows of a day are read for it. */
const SOUNDNESS_FOR_MS = 5 * 60_000;

export function serverRoutes(deps: ServerDeps): Route[] {
  const { database, mailer, cancellableJobs } = deps;
  const soundness = remembered(() => soundnessOf(deps), SOUNDNESS_FOR_MS);
  return implement(server)({
    health: async ({ scope }) => ok(await healthOf(scope, deps, soundness)),
    failedJobs: async ({ scope, query }) => paged(await failedJobs(scope, database, query), query.limit),
    openJobs: async ({ scope }) => {
      const rows = await openJobList(scope, database);
      return ok(rows.map((row) => ({ ...row, may_cancel: cancellableJobs.includes(row.queue) })));
    },
    cancelJob: async ({ scope, params }) => {
      const found = await database.db.transaction(async (tx) => {
        const answer = await cancelJob(scope, { db: tx }, params.id, cancellableJobs);
        if (!answer) throw appError('not_found', { field: 'id' });
        const { queue, key, outcome } = answer;
        if (outcome === 'refused') throw refuse('job_not_cancellable');
        if (outcome !== 'again')
          await audit(tx, scope, { action: serverAudit.jobCancel, subject: queue, details: { id: params.id, key } });
        return outcome;
      });
      return ok({ state: found === 'cancelled' ? ('cancelled' as const) : ('cancelling' as const) });
    },
    retryJob: async ({ scope, params }) => {
      await database.db.transaction(async (tx) => {
        const queue = await retryJob(scope, { db: tx }, params.id);
        if (queue === null) throw appError('not_found', { field: 'id' });
        await audit(tx, scope, { action: serverAudit.jobRetry, subject: queue, details: { id: params.id } });
      });
      return ok(null, 'Updated successfully !');
    },
    testMail: async ({ scope }) => {
      const [user] = await database.db.select().from(appUser).where(eq(appUser.id, scope.userId));
      if (!user) throw appError('not_found');
      if (mailer.mode === 'off') throw refuse('no_mail_server');
      if (mailer.mode === 'smtp')
        await mailer.verify().catch((error: unknown) => {
          throw refuse('mail_not_sent', { why: error instanceof Error ? error.message.slice(0, 300) : String(error) });
        });
      const subject = 'Adsieve: test';
      const sent = await mailer.sendNow({ kind: 'test', to: user.email, subject, text: 'Mail from Adsieve arrives.' });
      await audit(database.db, scope, { action: serverAudit.mailTest, subject: user.email, details: { sent } });
      if (!sent) {
        const { lastError } = await mailer.state();
        throw lastError ? refuse('mail_not_sent', { why: lastError }) : refuse('mail_not_taken');
      }
      return ok({ to: user.email, mode: mailer.mode });
    },
  });
}

async function healthOf(
  scope: Scope,
  { database, clickhouse, mailer, dataFolder, files, lists, filedClicks }: ServerDeps,
  soundness: () => Promise<Soundness>,
): Promise<Health> {
  const [records, traffic, stored, disk, mail, jobs, found, waits, backup, filed, filesError] = await Promise.all([
    database.info(),
    clickhouse.info(),
    storedTraffic(clickhouse),
    statfs(dataFolder),
    mailer.state(),
    jobCounts(scope, database),
    // A damaged part may be in the way, which is told by itself.
    soundness().catch(() => null),
    waitingEvents(database),
    lastBackup(dataFolder),
    filedClicks.waiting(),
    whyAway(files),
  ]);
  const isEmbedded = records.mode === 'embedded' && traffic.mode === 'embedded';
  const free = disk.bavail * disk.bsize;
  return {
    node: process.version,
    uptime: Math.round(process.uptime()),
    cores: availableParallelism(),
    memory: { total: totalmem(), process: process.memoryUsage.rss() },
    records,
    traffic: {
      mode: traffic.mode,
      version: traffic.version,
      ...stored,
      detached_parts: traffic.detachedParts,
      unfinished_mutations: traffic.unfinishedMutations,
      waiting: traffic.waiting.light + traffic.waiting.heavy + traffic.waiting.write,
      alarms: traffic.alarms.map(({ alarm, tag, times, lastAt }) => ({
        alarm,
        times,
        last_at: lastAt.toISOString(),
        bytes: alarm === 'memory_held_by_nobody' ? Number(tag) : null,
      })),
    },
    disk: { free, total: disk.blocks * disk.bsize, low: free < LOW_DISK_BYTES },
    files: { kind: files.kind, place: files.kind === 's3' ? files.place : '', error: filesError },
    live: found && shownSoundness(found, waits),
    filed: { clicks: filed.clicks, since: filed.since?.toISOString() ?? null, late: isFiledLate(filed) },
    backup: isEmbedded ? { last: backup?.at ?? null } : null,
    mail: { mode: mailer.mode, waiting: mail.waiting, failed: mail.failed, last_error: mail.lastError },
    jobs,
    lists: lists().map(({ id, title, date, entries, blind, origin }) => ({ id, title, date, entries, blind, origin })),
  };
}
