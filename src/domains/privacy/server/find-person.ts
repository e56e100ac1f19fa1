import { count, inArray, or, type SQL, sql } from 'drizzle-orm';
import { appUser } from '#platform/server/access/tables.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { mailTable } from '#platform/server/mail/mail-table.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type PersonWords, personMappings, personRejects } from '#traffic/intake/server/person-texts.ts';
import { eventDecision, whiteListTable } from '#traffic/judge/server/tables.ts';
import { countEvents, personRows, rowIds } from '#traffic/privacy/server/erase.ts';
import type { ErasurePreview, PersonToErase } from '../contract/endpoints.ts';

export interface PersonStores {
  database: Database;
  clickhouse: ClickHouse;
  /** Uploads and rejects of imports lie here. */
  importFolder: string;
}

const BATCH = 5_000;

export const idsOf = ({ email, user_id, device_id, ip }: PersonToErase): string[] =>
  [email, user_id, device_id, ip].filter((id) => id !== undefined);

/** The account behind an e-mail; none when the erasure is about one package's traffic. */
export async function accountsOf(
  { db }: Database,
  { email, package_name }: PersonToErase,
): Promise<{ id: number; name: string; role: string; email: string }[]> {
  if (email === undefined || package_name !== undefined) return [];
  return db
    .select({ id: appUser.id, name: appUser.name, role: appUser.role, email: appUser.email })
    .from(appUser)
    .where(sql`lower(${appUser.email}) = lower(${email})`);
}

/** Words of the log that name the person: the ids themselves, wherever they stand, and the name of an account. */
export const auditWords = (ids: readonly string[], userIds: readonly number[]): SQL =>
  sql.join(
    [
      ...ids.map((id) => sql`text ILIKE ${`%${id.replace(/[\\%_]/g, '\\$&')}%`}`),
      ...userIds.map((id) => sql`(kind = 'actor' AND text LIKE ${`% #${id}`})`),
    ],
    sql` OR `,
  );

/** White-list entries that are about the person. */
export const whiteListOf = (person: PersonToErase): SQL | undefined => {
  const own = or(...idsOf(person).map((id) => sql`lower(${whiteListTable.value}) = ${id.toLowerCase()}`));
  return person.package_name === undefined
    ? own
    : sql`${own} AND ${whiteListTable.packageName} = ${person.package_name}`;
};

/**
 * By which texts of imports are searched. A name of a single word is too common to look for: it would take away what is
 * about others.
 */
export const wordsOf = (person: PersonToErase, names: readonly string[]): PersonWords => ({
  words: [...idsOf(person), ...names.filter((name) => /\S\s+\S/.test(name))],
  packageName: person.package_name,
});

/** Runs `work` over the row ids of the person's events, a batch at a time. */
export async function eachRowBatch(
  { clickhouse }: PersonStores,
  person: PersonToErase,
  work: (ids: string[]) => Promise<void>,
): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await rowIds(clickhouse, personRows(person, person.package_name), BATCH, after);
    if (ids.length > 0) await work(ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return;
    after = last;
  }
}

/** Counts everything an erasure would remove, without removing it. */
export async function previewPerson(stores: PersonStores, person: PersonToErase): Promise<ErasurePreview> {
  const { db } = stores.database;
  const accounts = await accountsOf(stores.database, person);
  const whole = person.package_name === undefined;
  let decisions = 0;
  await eachRowBatch(stores, person, async (ids) => {
    const [row] = await db.select({ n: count() }).from(eventDecision).where(inArray(eventDecision.rowId, ids));
    decisions += row?.n ?? 0;
  });
  const [whiteList] = await db.select({ n: count() }).from(whiteListTable).where(whiteListOf(person));
  const [mails] =
    person.email === undefined || !whole
      ? [{ n: 0 }]
      : await db.select({ n: count() }).from(mailTable).where(sql`lower(recipient) = lower(${person.email})`);
  const words = whole
    ? await db.execute<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM audit_word WHERE ${auditWords(
          idsOf(person),
          accounts.map(({ id }) => id),
        )}`,
      )
    : undefined;
  const inImports = wordsOf(
    person,
    accounts.map(({ name }) => name),
  );
  return {
    rejects: await personRejects(stores.database, { path: stores.importFolder }, inImports, false),
    mappings: await personMappings(stores.database, inImports, false),
    events: await countEvents(stores.clickhouse, personRows(person, person.package_name)),
    accounts: accounts.length,
    mails: mails?.n ?? 0,
    white_list: whiteList?.n ?? 0,
    decisions,
    audit_words: words?.rows[0]?.n ?? 0,
  };
}
