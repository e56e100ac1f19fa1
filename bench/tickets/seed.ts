import type { Database } from '#platform/server/postgres/postgres.ts';

/** The package most tickets are of, and how many share the rest. */
export const BIG = 'big.example';
const OTHERS = 40;
const SHARE = 0.8;
/** A publisher with whom one ticket in a hundred is shared. */
export const SHARED_WITH = 'Publisher 7';

/** Words of titles and descriptions: in every ticket, in one of ten, and in five of all. */
export const WORDS = { everywhere: 'fraud', common: 'storefront', rare: 'quicksilver' } as const;

/** Tickets of two years as a busy desk has them: most are closed, a half has a due day, a third an assignee. */
export async function seed({ pool }: Database, tickets: number): Promise<{ assignee: number }> {
  await pool.query(
    `INSERT INTO package (name, title, platform, time_zone, currency, dashboard_types, domain)
     SELECT name, name, 'app', 'Europe/Berlin', 'EUR', '{Install}', ''
     FROM (SELECT $1 AS name UNION ALL SELECT 'small-' || n || '.example' FROM generate_series(1, $2::int) n) p`,
    [BIG, OTHERS],
  );
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO app_user (email, name, role, password_hash)
     SELECT 'worker.' || n || '@own.example', 'Worker ' || n, 'customer', 'x' FROM generate_series(1, 20) n RETURNING id`,
  );
  const first = rows[0]?.id ?? 0;
  await pool.query(
    `INSERT INTO ticket (package_name, title, description, category, sub_category, brand, channel, sub_channel, country,
       location, publisher, priority, status, assignee_id, due_on, created_by, created_at, updated_at)
     SELECT CASE WHEN n % 1000 < $2::int THEN $1 ELSE 'small-' || 1 + n % $3::int || '.example' END,
       'Fraud of Publisher ' || h % 500 || ' rose to ' || h % 90 || ' percent',
       'Seen on ' || n % 700 || CASE WHEN h % 10 = 0 THEN ', a copied storefront' ELSE '' END ||
         CASE WHEN n % ($4::int / 5) = 1 THEN ', by the name of quicksilver' ELSE '' END,
       'Category ' || h / 3 % 8, 'sub.' || h % 60, 'Brand ' || h / 23 % 40, 'Channel ' || h / 17 % 6, 'Sub ' || h % 50,
       'C' || h / 19 % 30, 'Place ' || h % 400, 'Publisher ' || h % 500,
       (ARRAY['Low', 'Medium', 'High', 'Critical'])[1 + h / 29 % 4],
       (ARRAY['Closed', 'Closed', 'Closed', 'Closed', 'Open', 'In Progress', 'Resolved', 'Reopened'])[1 + h / 7 % 8],
       CASE WHEN h % 3 = 0 THEN $5::int + h / 11 % 20 END,
       CASE WHEN h % 2 = 0 THEN date '2026-11-26' - 300 + h / 13 % 330 END,
       'Worker 1',
       timestamptz '2026-11-26 00:00Z' - n * interval '5 minutes',
       timestamptz '2026-11-26 00:00Z' - n * interval '5 minutes' + h % 3000 * interval '1 minute'
     FROM (SELECT n, abs(hashint4(n)) AS h FROM generate_series(1, $4::int) n) made`,
    [BIG, SHARE * 1000, OTHERS, tickets, first],
  );
  await pool.query(
    `INSERT INTO ticket_share (ticket_id, kind, name) SELECT id, 'publisher', $1 FROM ticket WHERE id % 100 = 0`,
    [SHARED_WITH],
  );
  await pool.query('VACUUM ANALYZE');
  return { assignee: first };
}
