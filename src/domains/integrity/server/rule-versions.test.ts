import { describe, expect, it } from 'vitest';
import { fieldOf } from '#domains/integrity/contract/kinds.ts';
import { SYSTEMS } from '#domains/tracking/contract/terms.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';
import { APPS, BROWSERS } from '#traffic/enrich/testing/people-agents.ts';
import { APP, CURL, useIntegrity } from '../testing/use-integrity.ts';

const { get, send, ids } = useIntegrity();
const rule = (more: object) => ({
  package_name: APP,
  name: 'No bots',
  field: 'ua_class',
  operator: 'is',
  values: ['library', 'headless'],
  action: 'block',
  ...more,
});

describe.each(['click', 'impression'] as const)('rules of %s integrity', (kind) => {
  const base = `/api/integrity/${kind}`;
  const test = async (body: object) =>
    (await send('POST', `${base}/test`, { package_name: APP, campaign_id: ids.campaign, ...body })).body.data;

  it('are asked in the order people put them in, which versions keep, tell of and give back [INTG-GAP-01]', async () => {
    const add = async (more: object) => (await send('POST', `${base}/rules`, rule(more))).body.data;
    const list = async () => (await get(`${base}/rules?package_name=${APP}`)).body.data;
    const names = async () => (await list()).rules.map(({ name }: { name: string }) => name);
    const order = (ids: number[], who?: string) => send('PUT', `${base}/rules/order`, { package_name: APP, ids }, who);
    const publish = async () => (await send('POST', `${base}/rules/publish`, { package_name: APP })).body.data.version;
    const [stop, pass] = [await add({ name: 'Stop' }), await add({ name: 'Pass', action: 'allow' })];
    expect(await test({ user_agent: CURL })).toMatchObject({ action: 'block', reason: 'rule: Stop' });
    const first = await publish();
    expect((await order([pass.id, stop.id])).status).toBe(200);
    expect(await names()).toEqual(['Pass', 'Stop']);
    expect(await test({ user_agent: CURL })).toMatchObject({ action: 'allow' });
    expect(await test({ user_agent: CURL, rules: 'in_force' })).toMatchObject({ action: 'block' });
    expect(await list()).toMatchObject({ changed: true });
    const second = await publish();
    expect(second).toBe(first + 1);
    expect(await publish()).toBe(second);
    const same = { added: [], taken_away: [], changed: [] };
    expect((await list()).versions[0]).toMatchObject({
      version: second,
      published_by: 'customer',
      ...same,
      moved: true,
    });
    // Somebody else's list, one too few, one twice, and other people.
    for (const ids of [[stop.id], [stop.id, stop.id], [stop.id, pass.id, 999_999]])
      expect([ids, (await order(ids)).status]).toEqual([ids, 409]);
    expect((await order([stop.id, pass.id], 'stranger')).status).toBe(403);
    expect((await order([stop.id, pass.id], 'publisher')).status).toBe(403);
    const late = await add({ name: 'Late' });
    expect(await names()).toEqual(['Pass', 'Stop', 'Late']);
    await send('DELETE', `${base}/rules/${stop.id}`);
    await send('PUT', `${base}/rules/${pass.id}`, rule({ name: 'Passes', action: 'allow' }));
    const third = await publish();
    expect((await list()).versions[0]).toMatchObject({
      version: third,
      added: ['Late'],
      taken_away: ['Stop'],
      changed: ['Passes'],
      moved: false,
    });
    const back = (version: number, who?: string) =>
      send('POST', `${base}/rules/restore`, { package_name: APP, version }, who);
    expect([(await back(first, 'publisher')).status, (await back(999)).status]).toEqual([403, 404]);
    for (const _ of ['once', 'twice']) expect((await back(first)).status).toBe(200);
    const { rules, changed } = await list();
    expect(rules).toMatchObject([
      { id: stop.id, name: 'Stop', active: true },
      { id: pass.id, name: 'Pass', active: true },
      { id: late.id, name: 'Late', active: false },
    ]);
    expect(changed).toBe(true);
    expect(await test({ user_agent: CURL, rules: 'in_force' })).toMatchObject({ action: 'allow' });
    expect(await publish()).toBe(third + 1);
    for (const { id } of [stop, pass, late]) await send('DELETE', `${base}/rules/${id}`);
    await publish();
  });
});

/** Of what the agents of people do not name. */
const RARER = [
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36 OPR/83.0.0.0',
  'Mozilla/5.0 (Linux; Android 10; ELE-L29) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 Mobile HuaweiBrowser/14.0.3.330 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063',
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
];

describe('rules about systems and browsers', () => {
  it('offer them by the names that events have, those of campaigns among them', async () => {
    const enricher = await testEnricher();
    const read = [...BROWSERS, ...APPS, ...RARER].map((agent) => enricher.userAgent(agent));
    for (const field of ['os', 'browser'] as const) {
      const names = new Set(read.map((each) => each[field]));
      const { common = [] } = fieldOf(field);
      expect([field, common.filter((name) => !names.has(name))]).toEqual([field, []]);
    }
    expect(SYSTEMS.filter((name) => !fieldOf('os').common?.includes(name))).toEqual([]);
  });
});
