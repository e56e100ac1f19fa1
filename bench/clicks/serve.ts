/** What the bench of clicks presses, a process each: `bare` (Node alone), `memory` (decided, kept by nobody), `stored`. */
import http from 'node:http';
import { openContext } from '#app/server/open-context.ts';
import { LinkGuard } from '#domains/integrity/server/link-guard.ts';
import { publisherRegister } from '#domains/publishers/server/registered.ts';
import { ClickLog } from '#domains/tracking/server/click-log.ts';
import { hashOf } from '#domains/tracking/server/key.ts';
import { linkRoutes } from '#domains/tracking/server/link-routes.ts';
import { LiveCampaigns } from '#domains/tracking/server/live-campaigns.ts';
import { PostbackQueue } from '#domains/tracking/server/postback-queue.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { readConfig } from '#platform/server/config.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { openTexts } from '#platform/server/texts.ts';

const [mode = 'bare', folder = ''] = process.argv.slice(2);
const KEY = 'bench-links1';
const tell = (message: object): void => {
  process.send?.(message);
};

process.on('message', (asked) => {
  if (asked === 'cpu') tell({ cpu: process.cpuUsage() });
});

if (mode === 'bare') {
  const server = http.createServer((_, answer) => {
    answer.writeHead(302, { location: 'https://shop.example/?id=1', 'cache-control': 'no-store' }).end();
  });
  server.listen(0, '127.0.0.1', () => tell({ address: server.address() }));
} else {
  const context = await openContext(readConfig({ ADSIEVE_DATA: folder, LOG_LEVEL: 'silent' }), (_title, step) =>
    step(),
  );
  const { database } = context;
  await createPackage(database, {
    name: 'clicks.example',
    title: 'Clicks',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: ['Click'],
  });
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO tracking_campaign (package_name, key, campaign_name, landing_page, time_zone, currency, duplicate_seconds,
       several_conversions, postback_secret, protection, created_by)
     VALUES ('clicks.example', $1, 'Bench', 'https://shop.example/?id={click_id}&s={sub1}', 'UTC', 'EUR', 0, true, $2,
       '{"suspect":"flag","fraud":"flag"}', 'bench') RETURNING id`,
    [KEY, hashOf('secret')],
  );
  const campaign = rows[0]?.id ?? 0;
  await database.pool.query("INSERT INTO tracking_goal VALUES ($1, 'lead', 0, 'flat', 2, NULL, 'flat', 3, NULL)", [
    campaign,
  ]);
  await database.pool.query(
    "INSERT INTO tracking_cap (campaign_id, metric, period, most, created_by) VALUES ($1, 'conversions', 'total', 5000, 'bench')",
    [campaign],
  );
  const liveCampaigns = new LiveCampaigns({ database, publisherRegister });
  const log = new ClickLog({ database, dataFolder: folder, onStored: () => {} });
  const linkGuard = new LinkGuard({ database, imports: context.imports, linkMaster: Buffer.alloc(32, 9) });
  const routes = linkRoutes({
    database,
    clickhouse: context.clickhouse,
    imports: context.imports,
    liveCampaigns,
    clickLog: mode === 'memory' ? { record: async () => {} } : log,
    linkGuard,
    texts: openTexts('.'),
    publicUrl: () => 'https://links.example',
    linkKey: Buffer.alloc(32, 1),
    now: () => new Date(),
  });
  const server = await createHttpServer({ routes, authenticate: async () => null, trustProxy: false });
  await server.listen({ host: '127.0.0.1', port: 0 });
  tell({ address: server.server.address() });
  const queue = new PostbackQueue({ database, liveCampaigns, linkGuard, loadWake: { wake: () => {} } });
  process.on('message', (asked: { convert?: number; end?: boolean; counts?: boolean }) => {
    if (asked.convert !== undefined) void convert(asked.convert);
    if (asked.counts) void counts();
    if (asked.end)
      void server
        .close()
        .then(() => context.close())
        .then(() => process.exit(0));
  });

  /** So many conversions from 64 senders, of one click, against one cap. */
  async function convert(n: number): Promise<void> {
    const { rows: touches } = await database.pool.query<{ id: string }>('SELECT id FROM tracking_touch LIMIT 1');
    const started = performance.now();
    let next = 0;
    const taken = new Map<string, number>();
    const one = async (): Promise<void> => {
      for (let mine = next++; mine < n; mine = next++) {
        const { pbStatus } = await queue.take({
          clickId: touches[0]?.id ?? '',
          event: 'lead',
          transactionId: `t${mine}`,
          amount: '',
          currency: '',
          status: '',
          ts: '',
          secret: 'secret',
          packageName: null,
          ip: '',
          query: '',
          receivedAt: new Date(),
        });
        taken.set(pbStatus, (taken.get(pbStatus) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
    tell({ converted: { seconds: (performance.now() - started) / 1000, taken: Object.fromEntries(taken) } });
  }

  async function counts(): Promise<void> {
    await log.replay();
    const { rows: n } = await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM tracking_touch');
    tell({ touches: n[0]?.n ?? 0 });
  }
}
