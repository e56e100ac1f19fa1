import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import type { NewIncident } from '../contract/new-incident.ts';
import { openIncident } from '../server/open-incident.ts';

/** The package with traffic, and one the owner does not have. */
export const OWN = 'app.example';
export const SECOND = 'second.example';
export const FOREIGN = 'foreign.example';

export type Who = 'owner' | 'colleague' | 'publisher' | 'rival' | 'agency' | 'stranger' | 'admin';

/** The server with people of every kind; incidents and tickets are each test's own. */
export function useTickets(options: Parameters<typeof useApp>[0] = {}) {
  const app = useApp(options);
  const tokens = {} as Record<Who, string>;
  const ids = {} as Record<Who, number>;

  beforeAll(async () => {
    await app.package({ name: OWN, platform: 'app', timeZone: 'Europe/Berlin' });
    await app.package({ name: SECOND, timeZone: 'Asia/Tokyo' });
    await app.package({ name: FOREIGN });
    const packages = [OWN, SECOND];
    const people: Record<Who, { role: string; packages: string[]; publishers?: string[]; vendors?: string[] }> = {
      owner: { role: 'customer', packages },
      colleague: { role: 'agency', packages: [OWN] },
      publisher: { role: 'publisher', packages, publishers: ['alpha'] },
      rival: { role: 'publisher', packages, publishers: ['beta'] },
      agency: { role: 'agency', packages, vendors: ['river'] },
      stranger: { role: 'customer', packages: [FOREIGN] },
      admin: { role: 'admin', packages: [] },
    };
    for (const [name, person] of Object.entries(people) as [Who, (typeof people)[Who]][]) {
      tokens[name] = await app.signIn({ email: `${name}@own.example`, name, ...person });
      const { rows } = await app.context.database.pool.query('SELECT id FROM app_user WHERE email = $1', [
        `${name}@own.example`,
      ]);
      ids[name] = rows[0].id;
    }
  });

  /** Makes up a cause of its own for each. */
  const incident = async (part: Partial<NewIncident> = {}): Promise<number> => {
    const made = await openIncident(app.context.database, {
      package_name: OWN,
      source: 'infringement',
      key: randomUUID(),
      title: 'A copy of the brand',
      happened_at: app.clock.now(),
      ...part,
    });
    return made.id;
  };

  const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, headers = {}) =>
    app.call(method, url, { token: tokens[who], headers, ...(body === undefined ? {} : { body }) });
  const get = (url: string, who: Who = 'owner') => call(who, 'GET', url);
  const post = (url: string, body: unknown, who: Who = 'owner', headers = {}) => call(who, 'POST', url, body, headers);

  /** What has to go through; answers its data. */
  const done = async (answer: ReturnType<typeof get>) => {
    const { status, body, text } = await answer;
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body.data;
  };
  const ticket = async (part: object = {}, from: Partial<NewIncident> = {}): Promise<number> =>
    (await done(post(`/api/bi/ticket/create/${await incident(from)}`, part))).id;
  const sql = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    (await app.context.database.pool.query<R>(text, values)).rows;
  return { app, ids, tokens, incident, ticket, call, get, post, done, sql };
}
