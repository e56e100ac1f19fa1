import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { AppContext } from '#app/server/app-context.ts';
import { checkAudit } from '#domains/audit/server/audit-store.ts';
import { isFiledLate, isLate, soundnessOf, waitingEvents } from '#domains/server-settings/server/soundness.ts';
import { FiledClicks } from '#domains/tracking/server/filed-clicks.ts';
import { lastBackup } from '#platform/server/backup/last-backup.ts';
import { damagedParts, setAside } from '#platform/server/clickhouse/damage.ts';
import type { CountedAlarm } from '#platform/server/clickhouse/engine-alarms.ts';
import { whyAway } from '#platform/server/files/files.ts';
import { storedTraffic } from '#traffic/event/server/stored-traffic.ts';
import { unfinishedRefills } from '#traffic/sources/server/sweep/refill-jobs.ts';
import { command } from '../command.ts';
import { OPERATOR } from '../operator.ts';

/** Below this much free disk, imports start to fail: the stage of a file needs about its own size. */
const LOW_DISK_BYTES = 2_000_000_000;

interface Finding {
  what: string;
  found: string;
  /** What is wrong, when something is. */
  trouble?: string;
}

interface Args {
  /** Also reads all that is stored. */
  deep?: boolean;
}

/**
 * What runs, versions, sizes, free disk, list dates; whether what was acknowledged is stored, once. Exit code 1 when
 * something needs attention.
 */
export const doctor = command<Args>({
  name: 'doctor',
  looks: true,
  async run(context, { deep = false }, print) {
    const findings = [
      ...program(context),
      ...(await tried('Engines', () => engines(context))),
      ...(await tried('Damaged parts', () => damage(context, deep))),
      ...(await tried('Live traffic', () => liveTraffic(context))),
      ...(await tried('Clicks in files', () => filedClicks(context), UNREADABLE)),
      ...(await tried('Last backup', () => backups(context), UNREADABLE)),
      ...(await tried('Data folder', () => disk(context), UNREADABLE)),
      await sharedFiles(context),
      ...listDates(context),
      ...(await tried('Facts of stored events', () => refills(context))),
      ...(await tried('Audit log', () => auditLog(context))),
    ];
    const width = Math.max(...findings.map((finding) => finding.what.length));
    for (const { what, found, trouble } of findings)
      print.line(`${trouble ? '!' : '✓'} ${what.padEnd(width)}  ${found}${trouble ? `   ${trouble}` : ''}`);
    return findings.some((finding) => finding.trouble) ? 1 : 0;
  },
});

const size = (bytes: number): string => `${(bytes / 1e9).toLocaleString('en', { maximumFractionDigits: 2 })} GB`;

function program({ config }: AppContext): Finding[] {
  const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
  return [
    { what: 'Node', found: `${process.version}, process ${process.pid}, up ${Math.round(process.uptime())} s` },
    { what: 'Roles', found: config.roles.join(', ') },
    {
      what: 'Machine',
      found: `${availableParallelism()} cores, ${size(totalmem())} memory, ${size(process.memoryUsage.rss())} in use by this process`,
    },
    {
      what: 'Thread pool',
      found: `${threads} threads`,
      ...(threads < 16 ? { trouble: 'queries will block file access; start with UV_THREADPOOL_SIZE=24' } : {}),
    },
  ];
}

async function engines({ database, clickhouse }: AppContext): Promise<Finding[]> {
  const records = await database.info();
  const traffic = await clickhouse.info();
  const stored = await storedTraffic(clickhouse);
  return [
    { what: 'PostgreSQL', found: `${records.version} (${records.mode}), ${size(records.bytes)}` },
    { what: 'ClickHouse', found: `${traffic.version} (${traffic.mode})` },
    {
      what: 'Statements since start',
      found: `${traffic.foreignAnswers} answers of others thrown away, ${traffic.stuckStatements} stuck`,
      ...(traffic.foreignAnswers + traffic.stuckStatements > 0
        ? { trouble: 'the log says which (engine alarm); stuck ones go with a restart' }
        : {}),
    },
    ...traffic.alarms.flatMap(alarmOf),
    {
      what: 'Traffic',
      found: `${stored.events.toLocaleString('en')} events, ${size(stored.bytes)}, ${stored.parts} parts`,
    },
  ];
}

const MENDED = 'mended without you; should it come back for hours, restart the server';

/** What was mended within the hour; the others are among the statements. */
function alarmOf({ alarm, tag, times, lastAt }: CountedAlarm): Finding[] {
  const when = `${times} times, last ${lastAt.toISOString()}`;
  if (alarm === 'memory_held_by_nobody')
    return [{ what: 'ClickHouse', found: `held ${size(Number(tag))} while nothing ran, ${when}`, trouble: MENDED }];
  if (alarm === 'leftover_statement')
    return [{ what: 'ClickHouse', found: `went on with a statement nobody waits for, ${when}`, trouble: MENDED }];
  return [];
}

/** What an engine said rather than what it was asked. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

const UNANSWERED = 'could not be looked at: does the engine answer? --deep says which parts are damaged';
const UNREADABLE = 'could not be looked at: can the data folder be read?';

/** What is damaged or away may be in the way of asking; then that is what is found, and the rest is looked at. */
async function tried(what: string, ask: () => Promise<Finding[]>, trouble = UNANSWERED): Promise<Finding[]> {
  return ask().catch((error: unknown) => {
    const [why = ''] = reasonOf(error).slice(0, 200).split('\n');
    return [{ what, found: why, trouble }];
  });
}

/** Each part that cannot be read, by name, with what to do. */
async function damage({ clickhouse }: AppContext, deep: boolean): Promise<Finding[]> {
  const aside = await setAside(clickhouse);
  const damaged = deep ? await damagedParts(clickhouse) : [];
  return [
    ...aside.map(({ table, part, why }) => ({
      what: 'Damaged part',
      found: `${table} ${part} (${why})`,
      trouble: 'set aside, its rows are missing: restore a backup; or send them again and remove it from "detached"',
    })),
    ...damaged.map(({ table, part, why }) => ({
      what: 'Damaged part',
      found: `${table} ${part}: ${why.slice(0, 120)}`,
      trouble: `questions that read it fail: restore a backup; or ALTER TABLE ${table} DETACH PART '${part}' and send its rows again`,
    })),
    ...(deep && damaged.length === 0 ? [{ what: 'Stored parts', found: 'all read, none damaged' }] : []),
  ];
}

/** What was acknowledged against what is stored. */
async function liveTraffic(context: AppContext): Promise<Finding[]> {
  const { database } = context;
  const { loaded, differing, doubled } = await soundnessOf(context);
  const waits = await waitingEvents(database);
  const { waiting, waitingSince } = waits;
  const { rows } = await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM dead_letter');
  const many = (n: number): string => n.toLocaleString('en');
  return [
    {
      what: 'Acknowledged and loaded',
      found: `${many(loaded)} events of the kept loads${differing.length + doubled.length === 0 ? ': none missing, none doubled' : ''}`,
    },
    ...differing.slice(0, 20).map(({ package: name, day, load, said, stored }) => ({
      what: 'Load',
      found: `${load} of ${name}, ${day}: ${many(said)} acknowledged, ${many(stored)} stored`,
      trouble: stored < said ? `${many(said - stored)} missing: restore a backup` : `${many(stored - said)} too many`,
    })),
    ...doubled.map(({ package: name, row, times }) => ({
      what: 'Event',
      found: `${row} of ${name}`,
      trouble: `stored ${times} times`,
    })),
    {
      what: 'Acknowledged and waiting',
      found: `${many(waiting)} events${waitingSince ? ` since ${waitingSince.toISOString()}` : ''}`,
      ...(isLate(waits)
        ? { trouble: 'longer than ten minutes: is a worker running? Its log says why a load fails' }
        : {}),
    },
    { what: 'Dead letters', found: many(rows[0]?.n ?? 0) },
  ];
}

/** Needs no database: it is looked at most while that is away. */
async function filedClicks({ folder }: AppContext): Promise<Finding[]> {
  const filed = await new FiledClicks(folder.path).waiting();
  return [
    {
      what: 'Clicks in files',
      found: filed.since ? `${filed.clicks.toLocaleString('en')} since ${filed.since.toISOString()}` : 'none',
      ...(isFiledLate(filed)
        ? { trouble: 'safe, but not in PostgreSQL for over a minute: does it answer? The log says why not' }
        : {}),
    },
  ];
}

const DAY_MS = 86_400_000;
const OLD_BACKUP_DAYS = 7;

async function backups({ config, folder, clock }: AppContext): Promise<Finding[]> {
  const what = 'Last backup';
  if (config.databaseUrl !== undefined || config.clickhouseUrl !== undefined)
    return [{ what, found: 'the engines have addresses: by their own means' }];
  const last = await lastBackup(folder.path);
  if (!last) {
    const wanted = config.mode === 'production' ? { trouble: 'take one: adsieve backup <folder>' } : {};
    return [{ what, found: 'none', ...wanted }];
  }
  const days = (clock.now().getTime() - new Date(last.at).getTime()) / DAY_MS;
  return [
    {
      what,
      found: `${last.at}, ${last.events.toLocaleString('en')} events, ${last.folder}`,
      ...(days > OLD_BACKUP_DAYS ? { trouble: `${Math.floor(days)} days old` } : {}),
    },
  ];
}

/** Packages whose stored events still have facts of an earlier version. */
async function refills({ database }: AppContext): Promise<Finding[]> {
  const periods = await unfinishedRefills({ database });
  return periods.map((period) => ({
    what: 'Facts of stored events',
    found: `${period.slice(period.indexOf(' ') + 1)}: being made anew since an update; the server goes on with it`,
  }));
}

/**
 * One line per list this process looks things up in: how old it is, and whether a detector sees nothing for lack of it.
 * What was opened at the start is told also while the storage of files is away.
 */
const listDates = ({ lists }: AppContext): Finding[] =>
  lists().map(({ title, date, entries, blind }) => ({
    what: 'List',
    found: blind
      ? `${title}: nothing loaded, its detectors are blind`
      : `${title}: ${date}, ${entries.toLocaleString('en')} entries`,
  }));

/** Whether somebody with access to the database has changed or removed an entry. */
async function auditLog({ database }: AppContext): Promise<Finding[]> {
  const { entries, breaks } = await checkAudit(OPERATOR, database);
  const finding: Finding = {
    what: 'Audit log',
    found: `${entries.toLocaleString('en')} entries`,
    ...(breaks.length > 0 ? { trouble: `changed or cut at entry ${breaks.slice(0, 5).join(', ')}` } : {}),
  };
  return [finding];
}

/** Where the files lie that all processes share, and whether they can be read. */
async function sharedFiles({ files }: AppContext): Promise<Finding> {
  const trouble = await whyAway(files);
  const found = files.kind === 's3' ? files.place : 'in the data folder';
  return { what: 'Files', found, ...(trouble === null ? {} : { trouble }) };
}

async function disk({ folder }: AppContext): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(folder.path);
  const free = bavail * bsize;
  return [
    {
      what: 'Data folder',
      found: `${folder.path}, ${size(free)} free`,
      ...(free < LOW_DISK_BYTES ? { trouble: 'less than 2 GB free' } : {}),
    },
  ];
}
