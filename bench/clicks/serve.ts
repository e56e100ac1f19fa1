/**
 * Links, postbacks and video tags of one campaign with all that every request of the product goes through, in a process
 * of its own. The bench says whether clicks are stored (they are handed to nobody else), and asks what it took.
 */
import http from 'node:http';
import { openContext } from '#app/server/open-context.ts';
import { partsOf } from '#app/server/parts.ts';
import { SIGN_IN_LIMITS } from '#domains/account/server/sign-in-limits.ts';
import { hashOf } from '#domains/tracking/server/key.ts';
import { linkRoutes } from '#domains/tracking/server/link-routes.ts';
import { PostbackQueue } from '#domains/tracking/server/postback-queue.ts';
import { playerRoutes } from '#domains/video-ads/server/player-routes.ts';
import { createAuthenticate } from '#platform/server/access/authenticate.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { readConfig } from '#platform/server/config.ts';
import { idempotentCalls } from '#platform/server/http/idempotency.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Ask, BARE_PATH, CAP, LINKS, PACKAGE, TAG_KEY, type Told } from './talk.ts';

const [folder = ''] = process.argv.slice(2);
const tell = (told: Told): void => {
  process.send?.(told);
};

/** Node alone, with the headers a redirect needs. */
function bare(): void {
  const server = http.createServer((_, answer) => {
    answer.writeHead(302, { location: `https://shop.example${BARE_PATH}`, 'cache-control': 'no-store' }).end();
  });
  process.on('message', (ask: Ask) => {
    if (ask === 'cpu') tell({ cpu: cpu() });
    if (ask === 'end') process.exit(0);
  });
  server.listen(0, '127.0.0.1', () => tell({ port: portOf(server) }));
}

async function links(): Promise<void> {
  const config = readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' });
  const context = await openContext(config, (_title, step) => step());
  await seed(context.database);
  const parts = partsOf(context, {});
  const { database, clickLog, now, sessions, metrics } = parts;
  let isStored = false;
  const routes = [
    ...linkRoutes({
      ...parts,
      clickLog: { record: async (record) => (isStored ? clickLog.record(record) : undefined) },
    }),
    ...playerRoutes(parts),
  ];
  const server = await createHttpServer({
    routes,
    idempotency: idempotentCalls(database, now),
    limits: { rules: SIGN_IN_LIMITS, database, now },
    onAnswered: (method, route, status, seconds) => metrics.answered(method, route, status, seconds),
    trustProxy: false,
    authenticate: createAuthenticate(database, sessions, now),
  });
  const queue = new PostbackQueue(parts);
  const answers: Readonly<Record<Exclude<Ask, { convert: number }>, () => unknown>> = {
    cpu: () => tell({ cpu: cpu() }),
    store: () => {
      isStored = true;
    },
    memory: () => {
      isStored = false;
    },
    counts: async () => {
      await clickLog.replay();
      tell({ counts: await countsOf(database) });
    },
    end: async () => {
      await server.close();
      await context.close();
      process.exit(0);
    },
  };
  process.on('message', async (ask: Ask) => {
    if (typeof ask === 'string') await answers[ask]();
    else tell({ converted: await convert(queue, database, ask.convert) });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  tell({ port: portOf(server.server) });
}

const portOf = (server: http.Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function seed(database: Database): Promise<void> {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Clicks',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  for (const [name, key] of Object.entries(LINKS)) {
    const action = name === 'judged' ? 'flag' : 'pass';
    await database.pool.query(
      `INSERT INTO tracking_campaign (package_name, key, campaign_name, landing_page, time_zone, currency,
         duplicate_seconds, several_conversions, postback_secret, protection, created_by)
       VALUES ($1, $2, $3, 'https://shop.example/?id={click_id}&s={sub1}', 'UTC', 'EUR', 0, true, $4, $5, 'bench')`,
      [PACKAGE, key, name, hashOf(key), { suspect: action, fraud: action }],
    );
  }
  await database.pool.query(
    `INSERT INTO tracking_goal SELECT id, 'lead', 0, 'flat', 2, NULL, 'flat', 3, NULL FROM tracking_campaign`,
  );
  await database.pool.query(
    `INSERT INTO tracking_cap (campaign_id, metric, period, most, created_by)
     SELECT id, 'conversions', 'total', $1, 'bench' FROM tracking_campaign`,
    [CAP],
  );
  await database.pool.query(
    `INSERT INTO vast_tracker (package_name, key, name, campaign, mode, vast_url, created_by)
     VALUES ($1, $2, 'Bench', 'Bench', 'wrapper', 'https://ads.example/inner.xml', 'bench')`,
    [PACKAGE, TAG_KEY],
  );
}

async function countsOf({ pool }: Database) {
  const { rows } = await pool.query<{ touches: number; events: number; requests: number }>(
    `SELECT (SELECT count(*)::int FROM tracking_touch) AS touches,
       (SELECT coalesce(sum(n), 0)::int FROM intake_batch WHERE kind = 'click') AS events,
       (SELECT coalesce(sum(n), 0)::int FROM intake_batch WHERE kind = 'vast_request') AS requests`,
  );
  return rows[0] ?? { touches: 0, events: 0, requests: 0 };
}

/** So many conversions from 64 senders, each of another order, of clicks that count against one cap. */
async function convert(queue: PostbackQueue, { pool }: Database, n: number) {
  const { rows: touches } = await pool.query<{ id: string }>(
    'SELECT t.id FROM tracking_touch AS t JOIN tracking_campaign AS c ON c.id = campaign_id WHERE key = $1 LIMIT $2',
    [LINKS.judged, n],
  );
  const started = performance.now();
  const before = cpu();
  let next = 0;
  const taken: Record<string, number> = {};
  const one = async (): Promise<void> => {
    for (let mine = next++; mine < n; mine = next++) {
      const { pbStatus } = await queue.take({
        clickId: touches[mine % touches.length]?.id ?? '',
        event: 'lead',
        transactionId: `t${mine}`,
        amount: '',
        currency: '',
        status: '',
        ts: '',
        secret: LINKS.judged,
        packageName: null,
        ip: '',
        query: '',
        receivedAt: new Date(),
      });
      taken[pbStatus] = (taken[pbStatus] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 64 }, one));
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await pool.query<{ n: number; paid: number; used: number }>(
    `SELECT count(*)::int AS n, (count(*) FILTER (WHERE over_cap_id IS NULL))::int AS paid,
       (SELECT max(used)::int FROM tracking_cap_use) AS used FROM tracking_conversion`,
  );
  const stored = rows[0] ?? { n: 0, paid: 0, used: 0 };
  return { seconds, taken, cpu: cpu() - before, stored };
}

if (folder === '') bare();
else await links();
