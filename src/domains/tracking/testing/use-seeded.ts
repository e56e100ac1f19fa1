import Papa from 'papaparse';
import { beforeAll, expect } from 'vitest';
import { DAYS, type Place, rightOf, type SeedCampaign, seedsOf, storedCampaigns, storeSeeds } from './seed-reports.ts';
import { APP, BASE, campaignBody, useTracking } from './use-tracking.ts';

export type Asked = Readonly<Record<string, string | readonly string[]>>;
export const always = (): boolean => true;

/** Amounts in hundredths. */
export const inCents = (amounts: Record<string, string>) =>
  Object.fromEntries(Object.entries(amounts).map(([currency, text]) => [currency, Math.round(Number(text) * 100)]));

type Right = ReturnType<typeof rightOf>;
const NAMES = Object.keys(rightOf(seedsOf([]), always));

/** The figures of a row as `rightOf` has them. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every report; the server validates them
export const read = (row: any): Right => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, row[name]])) as Right),
  cost: inCents(row.cost),
  revenue: inCents(row.revenue),
});

/** The server over three campaigns and what they brought in six days. */
export function useSeeded() {
  const { app, get, send } = useTracking();
  let campaigns: SeedCampaign[] = [];
  let seeds = seedsOf([]);
  beforeAll(async () => {
    const events = [{ event: 'signup' }, { event: 'purchase' }, { event: 'unseen' }];
    const made = [
      campaignBody('Alpha', { agency_name: 'Acme', events }),
      campaignBody('Beta', { agency_name: 'Other', currency: 'USD', events: [{ event: 'lead' }] }),
      campaignBody('Gamma', { agency_name: 'Other' }),
    ];
    for (const body of made) expect((await send('POST', `${BASE}/campaign`, body)).status).toBe(200);
    campaigns = await storedCampaigns(app);
    seeds = seedsOf(campaigns);
    await storeSeeds(app, APP, seeds);
  });
  const ask = async (path: string, more: Asked = {}, who = 'customer') => {
    const all: Asked = { package_name: APP, start_date: DAYS[0], end_date: DAYS[5], ...more };
    const pairs = Object.entries(all).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
    const answer = await get(`${BASE}/${path}?${new URLSearchParams(pairs)}`, who);
    expect([path, answer.status, answer.status === 200 ? '' : answer.text.slice(0, 300)]).toEqual([path, 200, '']);
    return answer;
  };
  return {
    app,
    get,
    campaigns: () => campaigns,
    seeds: () => seeds,
    /** What is right, reckoned from the seed alone. */
    right: (which: (place: Place) => boolean = always) => rightOf(seeds, which),
    ask,
    dataOf: async (path: string, more: Asked = {}, who?: string) => (await ask(path, more, who)).body.data,
    rowsOf: async (path: string, more: Asked = {}, who?: string) =>
      (await ask(path, { limit: '500', ...more }, who)).body.data,
    linesOf: async (path: string, more: Asked = {}) => {
      const { text } = await ask(`${path}/download`, more);
      const plain = text.replace(/^\u{FEFF}/u, '');
      return Papa.parse<Record<string, string>>(plain, { header: true, skipEmptyLines: true }).data;
    },
  };
}
