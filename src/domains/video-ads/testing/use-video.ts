import { readFileSync } from 'node:fs';
import { beforeAll } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { OWN, type TestCollector, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { creativeJobs } from '../server/creative-jobs.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Four seconds of moving bars, 320 by 180. */
export const SPOT = readFileSync(new URL('../../../../demo/data/spot.mp4', import.meta.url));

export const trackerBody = (name: string, more: object = {}) => ({
  package_name: OWN,
  name,
  campaign: name,
  mode: 'wrapper',
  vast_url: 'https://ads.example/inner.xml?cb=%%CACHEBUSTER%%',
  // Tests stand where a server that stitches ads would: it says whose player it is.
  ssai_addresses: ['127.0.0.1'],
  ...more,
});

/** Somebody at home in Germany. */
export const viewer = (n: number): Record<string, string> => ({
  'x-device-ip': `84.160.${n % 250}.7`,
  'x-device-user-agent': CHROME,
});

/** Where a player reports that event, as the answered XML has it: the path and what is asked there. */
export const pixel = (xml: string, event: string): string => {
  const found = [...xml.matchAll(/https?:\/\/[^<\]]*?\/v\/e\?[^<]*?(?=\]\]>)/g)].map(([url]) => url);
  const url = found.find((one) => one.includes(`e=${event}&`)) ?? '';
  return url.slice(url.indexOf('/v/e'));
};

export const fromUrl = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url, 'https://x.example').searchParams);

export function useVideo() {
  const live: TestCollector = useCollector();
  const { app } = live;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const sign = async (name: string, role: string, more: object = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@video.example`, role, packages: [OWN], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('publisher', 'publisher', { publishers: ['P1'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
    await sign('stranger', 'customer', { packages: ['foreign.example'] });
    // Nobody works on them here: what a job does is run where a test asks for it.
    await app.context.jobs.declare(jobs());
  }, 120_000);
  const jobs = () =>
    creativeJobs({
      database: app.context.database,
      files: app.context.files,
      now: () => app.clock.now(),
    });
  const send = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown, who = 'customer') =>
    app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
  const made = async (name: string, more: object = {}) => {
    const { status, body, text } = await send('POST', '/api/vast/tracker', trackerBody(name, more));
    if (status !== 200) throw new Error(text);
    return { ...body.data, path: new URL(body.data.tags[0].url).pathname };
  };
  const report = (name: string, more: object = {}, who = 'customer') =>
    send(
      'POST',
      `/api/vast/${name}`,
      { package_name: OWN, start_date: '2026-11-14', end_date: '2026-11-20', ...more },
      who,
    );
  let open: string | undefined;
  return {
    report,
    counts: async (more: object = {}) => (await report('total_counts', more)).body.data,
    /** The port it is reached by over HTTP, from then on. */
    async listening() {
      open ??= await app.app.http.listen({ port: 0, host: '127.0.0.1' });
      return Number(new URL(open).port);
    },
    live,
    app,
    jobs,
    send,
    /** A stored tracker, with the path of its tag. */
    made,
    ask: (path: string, query: Record<string, string> = {}, headers = viewer(1)) =>
      app.call('GET', `${path}?${new URLSearchParams(query)}`, { headers }),
    upload: (name: string, file: Uint8Array, who = 'customer') => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), 'spot.mp4');
      return sendForm(app, `/api/vast/creative?package_name=${OWN}&name=${name}`, form, tokens[who] ?? '');
    },
    events: (columns: string, kind = 'vast_request') =>
      app.context.clickhouse.query<Record<string, unknown>>(
        sql`SELECT ${trusted(columns)} FROM traffic WHERE kind = ${trusted(`'${kind}'`)} ORDER BY ts, row_id`,
      ),
  };
}

async function sendForm(app: TestCollector['app'], url: string, form: FormData, token: string) {
  const asked = new Response(form);
  const answer = await app.app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: token, 'content-type': asked.headers.get('content-type') ?? '' },
    payload: Buffer.from(await asked.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
