import { beforeAll } from 'vitest';
import { OWN, type TestCollector, useCollector } from '#traffic/collector/testing/use-collector.ts';

const BASE = '/api/v2/br';
export const FOREIGN = 'foreign.example';
export const BY_QUERY = `?package_name=${OWN}`;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export const brief = (campaign_name: string, more: object = {}) => ({
  package_name: OWN,
  campaign_name,
  brand: 'Fizz',
  category: 'Drinks',
  keywords: ['surf', 'beach'],
  excluded_keywords: ['crash'],
  locations: ['DE', 'FR'],
  languages: ['de', 'en'],
  start: '2026-11-01',
  end: '2026-12-31',
  ...more,
});

/** Columns of an output, and what its rows say where nothing else is said. */
export const HEAD = 'url,title,channel,day,relevancy,views,verdict,country,language,published,spend,currency';
const CELLS = {
  title: 'Surf school',
  channel: 'Waves',
  day: '2026-11-10',
  relevancy: '0.9',
  views: '5000',
  verdict: 'safe',
  country: 'DE',
  language: 'de',
  published: '2026-09-01',
  spend: '1.25',
  currency: 'USD',
};
export const id = (n: number): string => `abcdefg${String(n).padStart(4, '0')}`;
export const line = (n: number, more: Partial<typeof CELLS> = {}): string =>
  [`https://www.youtube.com/watch?v=${id(n)}`, ...Object.values({ ...CELLS, ...more })].join(',');

export const settings = (name: string, more: object = {}) => ({
  name,
  advertiser: 'Fizz',
  campaign: `${name} campaign`,
  click_url: 'https://shop.example/start?id={click_id}',
  ...more,
});

interface Tagged {
  id: number;
  tag: string;
  tags: { label: string; url: string; code: string }[];
  [name: string]: unknown;
}

export function urlOf({ tags }: Pick<Tagged, 'tags'>, label: string): URL {
  const found = tags.find((tag) => tag.label === label);
  if (!found) throw new Error(`no tag ${label}`);
  return new URL(found.url);
}

/** The whole server with a customer, one of another package, a publisher, and an agency of one vendor. */
export function useBrand() {
  const live: TestCollector = useCollector();
  const { app } = live;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    const sign = async (name: string, role: string, more: object = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@brand.example`, role, packages: [OWN], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('stranger', 'customer', { packages: [FOREIGN] });
    await sign('publisher', 'publisher', { publishers: ['P1'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
  }, 120_000);
  const send = (method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown, who = 'customer') =>
    app.call(method, `${BASE}/${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
  const stored = async (path: string, body: object, who?: string) => {
    const answer = await send('POST', path, body, who);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };
  const call = (url: URL, filled: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    for (const [name, value] of Object.entries(filled)) url.searchParams.set(name, value);
    return app.call('GET', `${url.pathname}${url.search}`, { headers: { 'user-agent': CHROME, ...headers } });
  };
  return {
    live,
    app,
    tokens,
    send,
    rows: async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
      (await app.context.database.pool.query<R>(text, values)).rows,
    made: (campaign_name: string, more: object = {}, who = 'customer') =>
      stored('config/insert', brief(campaign_name, more), who),
    entry: (name: string, type: string, more: object = {}): Promise<Tagged> =>
      stored('dv360/insert', { package_name: OWN, type, ...settings(name, more) }),
    /** What an ad server or a page would ask. */
    call,
    fault: async (answer: ReturnType<typeof call>) => (await answer).headers['x-adsieve-error'],
    /** A form with a file and what stands beside it. */
    async upload(
      path: string,
      file: string | Uint8Array,
      fields: Readonly<Record<string, string>> = {},
      who = 'customer',
    ) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'output.csv');
      const sent = new Response(form);
      const answer = await app.app.http.inject({
        method: 'POST',
        url: `${BASE}/ack/upload-output${path}`,
        headers: { authorization: tokens[who] ?? '', 'content-type': sent.headers.get('content-type') ?? '' },
        payload: Buffer.from(await sent.arrayBuffer()),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
  };
}
