import type { Locale } from '#platform/contract/locales.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { type FileAbout, fileNameOf } from '#platform/server/file-about.ts';
import type { Files } from '#platform/server/files/files.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { bucketSql } from '#traffic/money/server/bucket-sql.ts';
import { claimForm } from './claim-form.ts';
import { ClaimWriter } from './claim-writer.ts';
import { type CoverDeps, coverPdf } from './cover.ts';
import { evidenceEvents } from './evidence-events.ts';
import { manifestOf, readmeOf, rulesJson } from './manifest.ts';
import type { Pricing, PricingDeps } from './pricing.ts';
import { refuse } from './refuse.ts';
import { type RulesSeen, rulesSeen, seenBy } from './rules-seen.ts';
import { Samples } from './samples.ts';
import { countedWhere } from './scope-sql.ts';
import type { Signer } from './signing.ts';
import type { EvidenceRow } from './tables.ts';
import { Tally } from './tally.ts';
import { writeEvents } from './write-events.ts';
import { type ZippedFile, ZipWriter } from './zip-writer.ts';

/** An archive without the extension for more than four gigabytes holds so many. */
export const MOST_EVENTS = 5_000_000;

export interface ArchiveDeps extends PricingDeps, CoverDeps {
  clickhouse: ClickHouse;
  database: Database;
  files: Files;
  listDate: (entry: string) => string | null;
  signer: Signer;
  /** Text of the check that goes into the archive. */
  verifier: () => Promise<string>;
  now: () => Date;
}

export interface Making {
  row: EvidenceRow;
  info: PackageInfo;
  /** Of files whose events are claimed already. */
  marks: readonly string[];
  pricing: Pricing;
  locale: Locale;
  signal: AbortSignal;
  onEvents: (events: number) => void;
}

/** What is read of an archive in the making: its bytes in order, and when they were read what it came to. */
export async function archivePieces(scope: Scope, deps: ArchiveDeps, making: Making) {
  const { row, info, marks, pricing, signal } = making;
  const rules = await rulesSeen(scope, deps, info, row);
  const tally = new Tally();
  const samples = new Samples();
  const claims = new ClaimWriter(deps.clickhouse, row);
  const about = aboutOf(making, deps.now());
  const reading = { info, subject: row, claims: { marks }, fields: rules.fields };
  const written = await writeEvents(deps.files.work, {
    events: await evidenceEvents(scope, deps.clickhouse, reading, signal),
    about,
    masked: row.masked,
    amountsOf: pricing.amountsOf,
    seenBy: seenBy(rules, { masked: row.masked, listDate: deps.listDate }),
    tally,
    signal,
    onGroup: async (claimed) => {
      making.onEvents(tally.events);
      if (tally.events > MOST_EVENTS) throw refuse('evidence_too_many', { most: MOST_EVENTS });
      samples.add(claimed.map(({ event }) => event));
      await claims.add(claimed);
    },
  });
  return {
    pieces: piecesOf(scope, deps, making, { rules, tally, samples, claims, about, written }),
    made: () => madeOf(making, rules, tally, fileNameOf(about, 'zip'), deps.signer),
    /** What it counted, where nothing of it is left to claim. */
    counted: () =>
      tally.claimed === 0 ? { events: tally.events, claimedBefore: tally.before, late: tally.late } : undefined,
    drop: () => written.drop(),
  };
}

interface Parts {
  rules: RulesSeen;
  tally: Tally;
  samples: Samples;
  claims: ClaimWriter;
  about: FileAbout;
  written: Awaited<ReturnType<typeof writeEvents>>;
}

async function* piecesOf(
  scope: Scope,
  deps: ArchiveDeps,
  making: Making,
  { rules, tally, samples, claims, about, written }: Parts,
): AsyncGenerator<Buffer> {
  const { row, info, pricing, locale } = making;
  const { signer } = deps;
  const zip = new ZipWriter();
  const files: ZippedFile[] = [yield* zip.add('events.csv', written.csv)];
  files.push(yield* zip.add('events.parquet', written.parquet(), { stored: true }));
  await claims.end();
  if (tally.claimed === 0) throw nothingOf(tally, row);
  const told = { row, info, pricing, tally, rules, signer, made: about.made };
  const buckets = await bucketsOf(scope, deps.clickhouse, info, row);
  files.push(yield* zip.add('rules.json', [rulesJson(rules)]));
  files.push(yield* zip.add('counts.json', [countsJson(tally, buckets, pricing)]));
  const examples = samples.ids(tally.categories().map(({ category }) => category));
  const cover = await coverPdf(scope, deps, { ...told, examples, locale, buckets });
  files.push(yield* zip.add('cover.pdf', [cover], { stored: true }));
  const form = claimForm(told);
  if (form) files.push(yield* zip.add(form.name, [form.text]));
  files.push(yield* zip.add('public-key.pem', [signer.publicKey]));
  files.push(yield* zip.add('verify.mjs', [await deps.verifier()]));
  files.push(yield* zip.add('README.txt', [readmeOf(told)]));
  // As they are, so that what is signed says all of their bytes.
  const manifest = Buffer.from(`${JSON.stringify(manifestOf(told, files, zip.soFar()), null, 2)}\n`);
  yield* zip.add('manifest.json', [manifest], { stored: true });
  yield* zip.add('manifest.sig', [`${signer.sign(manifest).toString('base64')}\n`], { stored: true });
  yield* zip.end();
}

const aboutOf = ({ row, info }: Making, made: Date): FileAbout => ({
  what: 'evidence',
  package: { name: info.package_name, title: info.package_title },
  from: row.periodFrom,
  to: row.periodTo,
  timeZone: info.time_zone,
  timesIn: 'UTC',
  filters: Object.entries({
    publisher: row.publisher,
    campaign: row.campaign,
    event: row.event,
    category: row.category,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, [value]] as const),
  made,
});

/** Why nothing is left to claim. */
function nothingOf({ before, late }: Tally, { windowDays: days }: EvidenceRow) {
  if (before === 0 && late === 0) return refuse('evidence_nothing');
  if (late === 0) return refuse('evidence_all_before', { before });
  if (before === 0) return refuse('evidence_all_late', { late, days: days ?? 0 });
  return refuse('evidence_before_or_late', { before, late, days: days ?? 0 });
}

/** All that the publisher brought in these days, by bucket. */
const bucketsOf = (scope: Scope, clickhouse: ClickHouse, info: PackageInfo, row: EvidenceRow) =>
  clickhouse.query<{ bucket: string; units: number }>(
    sql`SELECT ${bucketSql(info)} AS bucket, count() AS units FROM traffic WHERE ${countedWhere(scope, info, row)}
      GROUP BY bucket ORDER BY units DESC, bucket`,
    { tag: 'evidence-counts', lane: 'heavy' },
  );

const countsJson = (tally: Tally, buckets: readonly { bucket: string; units: number }[], { from, report }: Pricing) => {
  const { events: rows, claimed, before: claimed_before, late } = tally;
  const counts = {
    rows,
    claimed,
    claimed_before,
    late,
    totals: tally.totals(),
    amounts_from: from,
    categories: tally.categories(),
    lines: tally.lines(),
    all_events_of_the_publisher: Object.fromEntries(buckets.map(({ bucket, units }) => [bucket, units])),
    payout_report: report ? { id: report.id, state: report.state, rows: report.rows, totals: report.totals } : null,
  };
  return `${JSON.stringify(counts, null, 1)}\n`;
};

const madeOf = ({ pricing }: Making, rules: RulesSeen, tally: Tally, fileName: string, { fingerprint }: Signer) => {
  const totals = tally.totals();
  return {
    events: tally.events,
    lines: tally.lines(),
    totals,
    amountsFrom: totals.length === 0 ? ('none' as const) : pricing.from,
    claimed: tally.claimed,
    claimedBefore: tally.before,
    late: tally.late,
    ruleVersions: rules.versions.map(({ version }) => version),
    fileName,
    fingerprint,
    settlementId: pricing.report?.id ?? null,
  };
};
