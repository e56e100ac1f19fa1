import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '#app/server/create-app.ts';
import { openContext } from '#app/server/open-context.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { readConfig } from '#platform/server/config.ts';
import { type Known, requestsOf } from './support/requests-of.ts';
import { sample } from './support/sample.ts';
import { unpackFolder } from './support/unpack-folder.ts';

/** Of each state two files: the folder, and what it counted when it was closed. */
const EARLIER = join(import.meta.dirname, 'earlier');
const all = readdirSync(EARLIER)
  .flatMap((name) => name.match(/^(.+)\.tar\.br$/)?.[1] ?? [])
  .sort();
/** The newest, and one of the others that each run draws. */
const states = [...sample('earlier states', all.slice(0, -1), 1), ...all.slice(-1)];

const signIns = z.array(z.object({ title: z.string(), email: z.string(), password: z.string() }));

async function tokensOf({ http }: App, folder: string): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const { title, email, password } of signIns.parse(
    JSON.parse(readFileSync(join(folder, 'demo-sign-ins.json'), 'utf8')),
  )) {
    const payload = { email, password, turnstile_token: 'human' };
    const answer = await http.inject({ method: 'POST', url: '/api/user/login', payload });
    expect([title, answer.statusCode]).toEqual([title, 200]);
    tokens[title] = answer.json().token;
  }
  return tokens;
}

/** What an administrator reads of a package answers, boards apart: one piece of code reads all of them. */
async function faultsOfReading({ http, routes }: App, token: string, known: Known): Promise<string[]> {
  const faults: string[] = [];
  const reads = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access !== 'board.read');
  for (const endpoint of reads)
    for (const { path, query } of fc.sample(requestsOf(endpoint, known), { numRuns: 1, seed: 7 })) {
      const url = `${path}?${new URLSearchParams(query)}`;
      const answer = await http.inject({ method: 'GET', url, headers: { authorization: token } });
      if (answer.statusCode >= 500) faults.push(`${answer.statusCode} ${url}: ${answer.body.slice(0, 200)}`);
    }
  return faults;
}

describe.each(states)('a data folder of %s', (state) => {
  it('opens, is brought forward, counts the same, lets in who had a password, and all of it can be read', {
    timeout: 180_000,
  }, async () => {
    const folder = await unpackFolder(join(EARLIER, `${state}.tar.br`));
    const config = readConfig({ ADSIEVE_DATA: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
    const context = await openContext(config, (_title, work) => work());
    try {
      const counted = await context.clickhouse.query<Record<string, string | number>>(
        sql`SELECT package, toString(kind) AS kind, toString(verdict) AS verdict, count() AS n
          FROM traffic GROUP BY package, kind, verdict ORDER BY package, kind, verdict`,
      );
      const lines = ['package,kind,verdict,n', ...counted.map((row) => Object.values(row).join(','))];
      expect(lines.join('\n')).toBe(readFileSync(join(EARLIER, `${state}.csv`), 'utf8').trim());

      const app = await createApp(context, {
        humanCheck: { provider: 'turnstile', siteKey: 'test', challenge: async () => null, passed: async () => true },
      });
      await app.http.ready();
      const { administrator = '' } = await tokensOf(app, folder);
      const until = state.slice(0, 10);
      const known = { package_name: 'lindenloom.example', fromDate: `${until.slice(0, 8)}01`, toDate: until, id: '1' };
      expect(await faultsOfReading(app, administrator, known)).toEqual([]);
      await app.http.close();
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
