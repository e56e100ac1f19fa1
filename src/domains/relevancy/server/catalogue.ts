import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Found, type FoundVideo, type Question, untoldOf, type VideoSource } from './found-video.ts';
import { catalogueTable } from './tables.ts';

/** Languages that put no spaces between words, in which two neighbouring signs stand for one; as in `video_search`. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['ja', 'zh', 'ko', 'th', 'my', 'km', 'lo']);
/** `ts_rank_cd` with this sign answers r / (r + 1): a word in a title has 1, and half of it is the most one word gets. */
const BOUNDED = 32;

interface Row extends Record<string, unknown> {
  url: string;
  source: 'import' | 'sample';
  title: string;
  description: string;
  tags: string;
  transcript: string;
  channel_id: string;
  channel_name: string;
  category: string;
  language: string;
  views: string;
  length_seconds: number;
  published_on: string | null;
  made_for_kids: boolean;
  age_restricted: boolean;
  rank: number;
  matches: string;
}

/** The own catalogue: full text in the words of the language; nothing of another language or country is found. */
export const catalogue = ({ db }: Pick<Database, 'db'>, isComplete: () => Promise<boolean>): VideoSource => ({
  async search(question, most) {
    const { matching, rank } = WITHOUT_SPACES.has(question.language) ? bySigns(question) : byWords(question);
    const { rows } = await db.execute<Row>(sql`
      WITH matching AS MATERIALIZED (
        SELECT id, ${rank} AS rank, views FROM video
        WHERE language = ${question.language} AND (countries = '{}' OR ${question.country} = ANY(countries)) AND ${matching}
      )
      SELECT video.url, video.source, video.title, video.description, video.tags, video.transcript, video.channel_id,
        video.channel_name, video.category, video.language, video.views, video.length_seconds, video.published_on::text,
        video.made_for_kids, video.age_restricted, first.rank, (SELECT count(*) FROM matching) AS matches
      FROM (SELECT * FROM matching ORDER BY rank DESC, views DESC, id LIMIT ${most}) AS first
      JOIN video USING (id) ORDER BY first.rank DESC, first.views DESC, id`);
    return foundOf(rows, await isComplete());
  },
});

/** Whether an administrator says that the catalogue holds all the videos there are. */
export async function isComplete({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const [said] = await db.select().from(catalogueTable);
  return said?.complete ?? false;
}

function foundOf(rows: readonly Row[], complete: boolean): Found {
  const matches = Number(rows[0]?.matches ?? 0);
  return { videos: rows.map(videoOf), matches, ...(complete ? { total: { count: matches, by: 'counted' } } : {}) };
}

const videoOf = (row: Row): FoundVideo => ({
  url: row.url,
  title: row.title,
  description: row.description,
  tags: row.tags === '' ? [] : row.tags.split('\n'),
  transcript: row.transcript,
  channelId: row.channel_id,
  channelName: row.channel_name,
  category: row.category,
  language: row.language,
  views: Number(row.views),
  lengthSeconds: row.length_seconds,
  publishedOn: row.published_on ?? '',
  madeForKids: row.made_for_kids,
  ageRestricted: row.age_restricted,
  rank: row.rank,
  untold: untoldOf({
    category: row.category === '',
    length_seconds: row.length_seconds === 0,
    upload_date: row.published_on === null,
  }),
  source: row.source,
});

interface Match {
  matching: SQL;
  /** 0..1; a word in the title is worth all of it. */
  rank: SQL;
}

function byWords({ keyword, language }: Question): Match {
  const query = sql`plainto_tsquery(video_words(${language}), ${keyword})`;
  return {
    matching: sql`search @@ ${query}`,
    rank: sql`least(1, 2 * ts_rank_cd(search, ${query}, ${sql.raw(String(BOUNDED))}))`,
  };
}

/** Pairs of signs find by the index, and what was typed must then stand there word for word. */
function bySigns({ keyword }: Question): Match {
  const terms = keyword.toLowerCase().split(/\s+/u);
  const said = (column: SQL): SQL =>
    sql.join(
      terms.map((term) => sql`strpos(lower(${column}), ${term}) > 0`),
      sql` AND `,
    );
  const all = sql`concat_ws(' ', title, tags, description, transcript)`;
  const pairs = [...new Set(terms.flatMap(pairsOf))];
  const byIndex = pairs.length === 0 ? sql`true` : sql`search @@ ${pairs.map(lexeme).join(' & ')}::tsquery`;
  return {
    matching: sql`${byIndex} AND ${said(all)}`,
    rank: sql`CASE WHEN ${said(sql`title`)} THEN 1 WHEN ${said(sql`tags`)} THEN 0.57 WHEN ${said(sql`description`)} THEN 0.33 ELSE 0.18 END`,
  };
}

function pairsOf(term: string): string[] {
  const signs = [...term];
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

const lexeme = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
