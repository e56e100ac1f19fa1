import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#app/server/app-context.ts';
import { checkAudit } from '#domains/audit/server/audit-store.ts';
import { storedTraffic } from '#traffic/event/server/stored-traffic.ts';
import { listLists } from '#traffic/lists/server/lists.ts';
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

/** What runs, versions, sizes, free disk, list dates. Exit code 1 when something needs attention. */
export const doctor = command<Record<string, never>>({
  name: 'doctor',
  async run(context, _args, print) {
    const findings = [
      ...program(context),
      ...(await engines(context)),
      ...(await disk(context)),
      ...(await listDates(context)),
      ...(await refills(context)),
      await auditLog(context),
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
    {
      what: 'ClickHouse',
      found: `${traffic.version} (${traffic.mode})`,
      ...(traffic.detachedParts > 0
        ? { trouble: `${traffic.detachedParts} damaged parts were set aside: rows are missing, restore a backup` }
        : {}),
    },
    {
      what: 'Statements since start',
      found: `${traffic.foreignAnswers} answers of others thrown away, ${traffic.stuckStatements} stuck`,
      ...(traffic.foreignAnswers + traffic.stuckStatements > 0
        ? { trouble: 'the log says which (engine alarm); stuck ones go with a restart' }
        : {}),
    },
    {
      what: 'Traffic',
      found: `${stored.events.toLocaleString('en')} events, ${size(stored.bytes)}, ${stored.parts} parts`,
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

/** One line per list: how old it is, and whether a detector sees nothing for lack of it. */
async function listDates({ folder }: AppContext): Promise<Finding[]> {
  const lists = await listLists(join(folder.path, 'lists'));
  return lists.map(({ title, date, entries, blind }) => ({
    what: 'List',
    found: blind
      ? `${title}: nothing loaded, its detectors are blind`
      : `${title}: ${date}, ${entries.toLocaleString('en')} entries`,
  }));
}

/** Whether somebody with access to the database has changed or removed an entry. */
async function auditLog({ database }: AppContext): Promise<Finding> {
  const { entries, breaks } = await checkAudit(OPERATOR, database);
  return {
    what: 'Audit log',
    found: `${entries.toLocaleString('en')} entries`,
    ...(breaks.length > 0 ? { trouble: `changed or cut at entry ${breaks.slice(0, 5).join(', ')}` } : {}),
  };
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
