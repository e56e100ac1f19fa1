import { count, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import { relevancyAudit } from '#domains/relevancy/contract/audit.ts';
import {
  type Imported,
  type Standing,
  TOLD_FAULTS,
  type VideoRow,
} from '#domains/relevancy/contract/catalogue-endpoints.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type ReadVideo, readVideos } from './read-videos.ts';
import { sampleVideos } from './sample-videos.ts';
import { catalogueTable, videoTable } from './tables.ts';

/** Rows of one statement. */
const AT_A_TIME = 500;

type Db = Database['db'];
type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** The latest imported first. */
export async function listVideos(
  scope: Scope,
  { db }: Database,
  { search, page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: VideoRow[]; total: number }> {
  requireMay(scope, 'server.write');
  const like = `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const where: SQL | undefined = search
    ? or(ilike(videoTable.title, like), ilike(videoTable.channelName, like), ilike(videoTable.url, like))
    : undefined;
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(videoTable)
      .where(where)
      .orderBy(desc(videoTable.importedAt), desc(videoTable.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(videoTable).where(where),
  ]);
  return { rows: rows.map(viewOf), total: counted?.total ?? 0 };
}

const viewOf = (row: typeof videoTable.$inferSelect): VideoRow => ({
  id: row.id,
  url: row.url,
  title: row.title,
  channel_name: row.channelName,
  category: row.category,
  language: row.language,
  countries: row.countries,
  views: row.views,
  length_seconds: row.lengthSeconds,
  upload_date: row.publishedOn ?? '',
  source: row.source,
  imported_at: row.importedAt.toISOString(),
});

export async function catalogueStanding(scope: Scope, { db }: Database): Promise<Standing> {
  requireMay(scope, 'server.write');
  return standingOf(db);
}

async function standingOf(db: Db | Transaction): Promise<Standing> {
  const [counted] = await db
    .select({
      videos: count(),
      samples: sql<number>`count(*) FILTER (WHERE ${videoTable.source} = 'sample')`.mapWith(Number),
    })
    .from(videoTable);
  const [said] = await db.select().from(catalogueTable);
  return { videos: counted?.videos ?? 0, samples: counted?.samples ?? 0, complete: said?.complete ?? false };
}

/** Rows that can be read are stored by their address, the same file twice changes nothing; a dry run stores none. */
export async function importVideos(
  scope: Scope,
  { db }: Database,
  now: Date,
  { text, fileName, dryRun }: { text: string; fileName: string; dryRun: boolean },
): Promise<Imported> {
  requireMay(scope, 'server.write');
  const { videos, faults, rows } = readVideos(text);
  return db.transaction(async (tx) => {
    const added = videos.length - (await known(tx, videos));
    if (!dryRun) {
      await store(tx, videos, 'import', now);
      const details = { rows, added, faults: faults.length };
      await audit(tx, scope, { action: relevancyAudit.import, subject: fileName, details });
    }
    const changed = videos.length - added;
    return { rows, added, changed, faults: faults.length, told: faults.slice(0, TOLD_FAULTS), dry_run: dryRun };
  });
}

async function known(tx: Transaction, videos: readonly ReadVideo[]): Promise<number> {
  const urls = videos.map(({ url }) => url);
  const { rows } = await tx.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM video WHERE url IN (SELECT jsonb_array_elements_text(${JSON.stringify(urls)}::jsonb))`,
  );
  return rows[0]?.n ?? 0;
}

async function store(
  tx: Transaction,
  videos: readonly ReadVideo[],
  source: 'import' | 'sample',
  now: Date,
): Promise<void> {
  for (let at = 0; at < videos.length; at += AT_A_TIME) {
    const some = JSON.stringify(videos.slice(at, at + AT_A_TIME));
    await tx.execute(sql`
      INSERT INTO video (url, source, title, description, tags, transcript, channel_id, channel_name, category, language,
        countries, views, length_seconds, published_on, made_for_kids, age_restricted, imported_at)
      SELECT url, ${source}, title, description, tags, transcript, channel_id, channel_name, category, language,
        ARRAY(SELECT jsonb_array_elements_text(countries)), views, length_seconds, nullif(upload_date, '')::date,
        made_for_kids, age_restricted, ${now.toISOString()}::timestamptz
      FROM jsonb_to_recordset(${some}::jsonb) AS given (url text, title text, description text, tags text, transcript text,
        channel_id text, channel_name text, category text, language text, countries jsonb, views bigint,
        length_seconds integer, upload_date text, made_for_kids boolean, age_restricted boolean)
      ON CONFLICT (url) DO UPDATE SET source = excluded.source, title = excluded.title, description = excluded.description,
        tags = excluded.tags, transcript = excluded.transcript, channel_id = excluded.channel_id,
        channel_name = excluded.channel_name, category = excluded.category, language = excluded.language,
        countries = excluded.countries, views = excluded.views, length_seconds = excluded.length_seconds,
        published_on = excluded.published_on, made_for_kids = excluded.made_for_kids,
        age_restricted = excluded.age_restricted, imported_at = excluded.imported_at`);
  }
}

/** The sample videos that come with the product, in or out; harmless to repeat. */
export async function keepSamples(scope: Scope, { db }: Database, now: Date, keep: boolean): Promise<Standing> {
  requireMay(scope, 'server.write');
  return db.transaction(async (tx) => {
    const before = await standingOf(tx);
    if (keep) await store(tx, sampleVideos(), 'sample', now);
    else await tx.delete(videoTable).where(eq(videoTable.source, 'sample'));
    const after = await standingOf(tx);
    if (before.samples !== after.samples)
      await audit(tx, scope, { action: relevancyAudit.samples, subject: keep ? 'in' : 'out' });
    return after;
  });
}

/** Whether the catalogue holds all there is, so that what matches is all there may be. */
export async function sayComplete(scope: Scope, { db }: Database, complete: boolean): Promise<Standing> {
  requireMay(scope, 'server.write');
  return db.transaction(async (tx) => {
    const before = await standingOf(tx);
    await tx
      .insert(catalogueTable)
      .values({ id: 1, complete })
      .onConflictDoUpdate({ target: catalogueTable.id, set: { complete } });
    if (before.complete !== complete)
      await audit(tx, scope, { action: relevancyAudit.complete, subject: complete ? 'complete' : 'part' });
    return standingOf(tx);
  });
}
