import type { Person, PersonalData } from '#platform/server/personal-data.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';

/** Touches that name the person: by the advertising id or the address they came with. */
const TOUCHES = `SELECT id FROM tracking_touch WHERE ($3::text IS NULL OR package_name = $3)
  AND ($1::text IS NOT NULL AND (lower(given ->> 'gaid') = lower($1) OR lower(given ->> 'idfa') = lower($1))
    OR $2::text IS NOT NULL AND given ->> 'ip' = $2)`;

/** What belongs to such a touch, or names the person itself. */
const OF_THEM = {
  tracking_notice: `($3::text IS NULL OR package_name = $3) AND (${named('url')} OR conversion_id IN (
    SELECT c.id FROM tracking_conversion AS c WHERE c.click_id IN (${TOUCHES})))`,
  tracking_postback: `($3::text IS NULL OR package_name = $3) AND (${named('query')} OR click_id IN (${TOUCHES}))`,
  tracking_challenge: `id IN (${TOUCHES})`,
  // The last: the others are found by it.
  tracking_touch: `id IN (${TOUCHES})`,
} as const;

function named(column: string): string {
  return [1, 2, 4, 5]
    .map((place) => `$${place}::text IS NOT NULL AND position(lower($${place}) IN lower(${column})) > 0`)
    .map((each) => `(${each})`)
    .join(' OR ');
}

/** In the order of the places in the statements. */
const valuesOf = ({ device_id, ip, package_name, email, user_id }: Person): (string | null)[] => [
  device_id ?? null,
  ip ?? null,
  package_name ?? null,
  email ?? null,
  user_id ?? null,
];

const places = (where: string, values: readonly (string | null)[]) =>
  where.includes('$4') ? values : values.slice(0, 3);

async function change({ pool }: Database, person: Person, verb: 'SELECT' | 'DELETE'): Promise<number> {
  let n = 0;
  for (const [table, where] of Object.entries(OF_THEM)) {
    const text = verb === 'SELECT' ? `SELECT 1 FROM ${table} WHERE ${where}` : `DELETE FROM ${table} WHERE ${where}`;
    n += (await pool.query(text, [...places(where, valuesOf(person))])).rowCount ?? 0;
  }
  return n;
}

/** Clicks and views by own links, with postbacks about them and what publishers were told. */
export const personalTouches: PersonalData = {
  what: 'touches',
  step: 'records',
  count: ({ database }, person) => change(database, person, 'SELECT'),
  async erase({ database }, person, report) {
    const gone = await change(database, person, 'DELETE');
    if (gone > 0) await report(gone);
  },
};
