import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { touchTable } from '../server/tables.ts';
import { APP, BASE, campaignBody, useTracking } from './use-tracking.ts';

export const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

export interface Made {
  id: number;
  tracking_link: string;
  postback_secret: string;
}

export const keyOf = ({ tracking_link }: Pick<Made, 'tracking_link'>): string =>
  /\/t\/c\/([^?]+)/.exec(tracking_link)?.[1] ?? '';

/** Links that are followed, and what is stored of it. */
export function useLinks() {
  const tracking = useTracking();
  const { app, send } = tracking;
  const made = async (path: string, body: object) => {
    const answer = await send('POST', `${BASE}/${path}`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };

  /** What a busy machine did not store in time lies in a file for a moment. */
  async function stored(): Promise<void> {
    const folder = join(app.context.folder.path, 'clicks');
    while (existsSync(folder) && readdirSync(folder).length > 0) await new Promise((go) => setTimeout(go, 50));
  }

  return {
    ...tracking,
    stored,
    campaign: (name: string, more: object = {}): Promise<Made> =>
      made('campaign', campaignBody(name, { duplicate_seconds: 0, ...more })),
    publisher: (name: string, more: object = {}): Promise<{ id: number; key: string }> =>
      made('publisher_add', { package_name: APP, name, ...more }),
    /** Until every process knows what was changed. */
    settled: () => new Promise((go) => setTimeout(go, 1_050)),
    async follow(
      key: string,
      query = '',
      headers: Record<string, string> = {},
      way: 'c' | 'i' | 'h' = 'c',
      method: 'GET' | 'HEAD' = 'GET',
    ) {
      const answer = await app.app.http.inject({
        method,
        url: `/t/${way}/${key}${query}`,
        remoteAddress: '84.160.1.7',
        headers: { 'user-agent': CHROME, ...headers },
      });
      const { statusCode: status, headers: own, body: text } = answer;
      return { status, to: String(own.location ?? ''), headers: own, text };
    },
    async rowsOf<T = Record<string, string>>(text: string, ...values: unknown[]): Promise<T[]> {
      return (await app.context.database.pool.query(text, values)).rows;
    },
    /** What became of a postback, with the secret of its campaign unless another is given. */
    async postback(made: Made, values: Record<string, string>, { sec = made.postback_secret } = {}) {
      const url = `/t/pb?${new URLSearchParams({ ...values, sec })}`;
      const answer = await app.app.http.inject({ method: 'GET', url, remoteAddress: '84.161.1.7' });
      return { status: answer.statusCode, ...answer.json() };
    },
    async touches() {
      await stored();
      return app.context.database.db.select().from(touchTable);
    },
    /** Events of a campaign by its key, after everything that waits was loaded. */
    async loaded<T>(columns: string, key: string): Promise<T[]> {
      await stored();
      const run = { scope: systemScope(), signal: new AbortController().signal };
      const loader = new Loader(app.context.imports, { waitMs: 1, restMs: () => 0 });
      while (await loader.step({ ...run, enqueue: async () => null }));
      const rows = await app.context.clickhouse.query<T & { campaign_id: string }>(
        sql`SELECT ${trusted(columns)}, campaign_id FROM traffic ORDER BY handling DESC, ts, row_id`,
      );
      return rows.filter((row) => row.campaign_id === key).map(({ campaign_id: _, ...row }) => row as T);
    },
  };
}
