import { describe, expect, it } from 'vitest';
import { openIncident } from '#domains/tickets/server/open-incident.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import type { DomainRow } from '../contract/domain-endpoints.ts';
import { SITE, useBrand } from '../testing/use-brand.ts';
import { checkDomains } from './check-domains.ts';
import type { LookParts } from './look-at-domain.ts';

const { app, get, send } = useBrand();
const DOMAINS = '/api/web-bi/tools/domains';
const none = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));

describe('tracked domains', () => {
  /** The names and pages of somebody else's network. */
  const network = (
    pages: Record<string, string | { location: string }>,
    parked: readonly string[] = [],
  ): LookParts => ({
    names: {
      addresses: (name) => (name in pages ? Promise.resolve(['192.0.2.7']) : none()),
      takesMail: (name) => (parked.includes(name) ? Promise.resolve(true) : none()),
      isDelegated: (name) => (name.includes('.') ? none() : Promise.resolve(true)),
    },
    outbound: {
      getText: async (url) => {
        const page = pages[new URL(url).hostname];
        if (page === '') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
        const certificate = { issuer: 'Test CA', until: new Date('2027-01-01T00:00:00Z') };
        return typeof page === 'string'
          ? { status: 200, body: page, certificate }
          : { status: 301, body: '', certificate, ...page };
      },
    },
  });
  const check = (parts: LookParts) => {
    const { database, packageInfo } = app.context;
    return checkDomains(
      systemScope(),
      {
        database,
        packageInfo,
        openIncident: (incident) => openIncident(database, incident),
        now: () => app.clock.now(),
        ...parts,
      },
      SITE,
      new AbortController().signal,
    );
  };
  const listed = async (more = ''): Promise<DomainRow[]> =>
    (await get(`${DOMAINS}?package_name=${SITE}&limit=500${more}`)).body.data;
  const of = async (domain: string) => (await listed(`&search=${domain}`)).find((row) => row.domain === domain);

  it('[OTH-ROUTE-02] [OTH-GAP-01] are made from the own name, named by people, looked at from outside, and become incidents and tickets', async () => {
    const made = await send('POST', `${DOMAINS}/generate`, { package_name: SITE });
    expect(made.status, made.text).toBe(200);
    const { added } = made.body.data;
    expect(added).toBeGreaterThan(100);
    expect((await send('POST', `${DOMAINS}/generate`, { package_name: SITE })).body.data).toEqual({
      added: 0,
      there: added,
    });
    const names = new Map((await listed()).map((row) => [row.domain, row]));
    expect(names.get('llndt-shoes.example')?.technique).toBe('homoglyph');
    expect(names.get('lindt-shoes.com')?.technique).toBe('ending');
    expect(names.get('lindt-shoes-login.example')).toMatchObject({ technique: 'word', status: 'unchecked' });
    expect(
      [...names.values()].some(({ domain, shown }) => domain.startsWith('xn--') && /^lìndt|^líndt/.test(shown)),
    ).toBe(true);
    expect(names.has(SITE)).toBe(false);

    const add = (domains: string[]) => send('POST', DOMAINS, { package_name: SITE, domains });
    expect((await add(['https://www.lindt-outlet-deals.example/x'])).body.data).toEqual({ added: 1, there: 0 });
    expect((await add(['not a domain'])).status).toBe(422);

    const pages = {
      'lindt-shoes.com': { location: `https://www.${SITE}/` },
      'llndt-shoes.example': `<title>Cheap</title><form>LINDT-SHOES <input type="password"></form>`,
      'lindt-shoes.shop': '',
      'lindt-shoes.store': '<title>A blog</title>',
    };
    await check(network(pages, ['lindt-shoes.net']));
    expect(await of('llndt-shoes.example')).toMatchObject({
      status: 'live',
      asks_password: true,
      names_brand: true,
      page_title: 'Cheap',
      certificate_issuer: 'Test CA',
      addresses: ['192.0.2.7'],
      checked_at: app.clock.now().toISOString(),
    });
    expect(await of('lindt-shoes.com')).toMatchObject({ status: 'own', leads_to: SITE });
    expect(await of('lindt-shoes.shop')).toMatchObject({ status: 'unreachable', problem: 'ECONNREFUSED' });
    expect(await of('lindt-shoes.net')).toMatchObject({ status: 'registered', takes_mail: true });
    expect(await of('lindt-outlet-deals.example')).toMatchObject({ status: 'free', technique: '' });
    // What is dangerous stands first.
    expect((await listed())[0]?.domain).toBe('llndt-shoes.example');
    expect((await listed('&status=live')).map(({ domain }) => domain).sort()).toEqual(
      ['llndt-shoes.example', 'lindt-shoes.store'].sort(),
    );
    const incidents = await app.context.database.pool.query("SELECT key FROM incident WHERE key LIKE 'domain %'");
    expect(incidents.rows).toEqual([{ key: 'domain llndt-shoes.example' }]);

    const bad = await of('llndt-shoes.example');
    const ticket = await send('POST', `${DOMAINS}/${bad?.id}/ticket`, { priority: 'Critical' });
    expect(ticket.status, ticket.text).toBe(200);
    const { description } = (await get(`/api/bi/ticket/${ticket.body.data.ticket_id}`)).body.data;
    expect(description).toContain('192.0.2.7');
    expect((await of('llndt-shoes.example'))?.state).toBe('ticket');
    const second = await send('POST', `${DOMAINS}/${bad?.id}/ticket`, { priority: 'Low' });
    expect([second.status, second.body.told.code]).toEqual([409, 'domain_in_ticket']);
  });

  it('keep what was known when nobody answers, and stay away when they are taken off', async () => {
    const silent = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }));
    app.clock.advance(60_000);
    await check({ ...network({}), names: { addresses: silent, takesMail: silent, isDelegated: silent } });
    expect(await of('llndt-shoes.example')).toMatchObject({ status: 'live', problem: 'ETIMEOUT' });

    const gone = await of('lindt-shoes.store');
    expect((await send('DELETE', `${DOMAINS}/${gone?.id}`)).status).toBe(200);
    expect(await of('lindt-shoes.store')).toBeUndefined();
    expect((await send('POST', `${DOMAINS}/generate`, { package_name: SITE })).body.data.added).toBe(0);
    expect((await send('POST', DOMAINS, { package_name: SITE, domains: ['lindt-shoes.store'] })).body.data.added).toBe(
      1,
    );
    for (const who of ['stranger', 'vendors', 'publisher'])
      expect([who, (await get(`${DOMAINS}?package_name=${SITE}`, who)).status]).toEqual([who, 403]);
  });

  it('are free by the word of a name server that knows their ending, else unknown with the reason [OTH-ROUTE-02]', async () => {
    const name = 'lindt-outlet-deals.example';
    const { names, ...rest } = network({});
    const told = async (isDelegated: LookParts['names']['isDelegated']) => {
      app.clock.advance(60_000);
      await check({ ...rest, names: { ...names, isDelegated } });
      const row = await of(name);
      return [row?.status, row?.problem];
    };
    expect(await told(names.isDelegated)).toEqual(['free', '']);
    expect(await told(none)).toEqual(['unknown', 'ENDING_UNKNOWN']);
    const late = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }));
    expect(await told(names.isDelegated)).toEqual(['free', '']);
    expect(await told(late)).toEqual(['unknown', 'ETIMEOUT']);
  });
});
