import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { Loader } from '#traffic/collector/server/loader.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { rewriteJobs } from '#traffic/rule-sets/server/replay/rewrite-jobs.ts';
import { hasProgram, leaveOut } from '../../../../test/support/left-out.ts';
import { APP, CHROME, useIntegrity } from '../testing/use-integrity.ts';
import { LinkGuard } from './link-guard.ts';
import { linkSecret, signedLink } from './sign-link.ts';
import { keyTable, nonceTable } from './tables.ts';

const { app, get, send, ids, keys } = useIntegrity();

describe('signed links', () => {
  const make = async (mode: 'static' | 'per_click', kind = 'click') =>
    (
      await send('POST', `/api/integrity/${kind}/url`, {
        package_name: APP,
        campaign_id: ids.campaign,
        publisher_id: ids.publisher,
        mode,
        days: 30,
      })
    ).body.data;
  const guardOf = () =>
    new LinkGuard({
      database: app.context.database,
      linkMaster: Buffer.from(app.context.folder.secret('signed-links'), 'hex'),
      imports: app.context.imports,
    });
  const signatureOf = async (address: string, guard = guardOf(), at = app.clock.now()): Promise<string> => {
    const { pathname, searchParams } = new URL(address);
    const { steps } = await guard.check({
      kind: 'click',
      packageName: APP,
      campaignId: ids.campaign,
      at,
      ip: '192.0.2.1',
      userAgent: CHROME,
      deviceId: '',
      publisher: 'p1',
      subPublisher: '',
      signedOnly: false,
      referrer: '',
      path: pathname,
      params: [...searchParams],
    });
    return steps.find(({ step }) => step === 'signature')?.found ?? '';
  };

  it('hold for their days, whatever order their parameters have, and not with another value', async () => {
    const { url, secret, samples } = await make('static');
    expect([secret, samples]).toEqual([null, []]);
    expect(url).toContain(`/t/c/${keys.campaign}?p=${keys.publisher}`);
    expect(await signatureOf(url)).toBe('valid');
    const turned = new URL(url);
    turned.search = `?${turned.search.slice(1).split('&').reverse().join('&')}`;
    expect(await signatureOf(turned.href)).toBe('valid');
    expect(await signatureOf(url.replace(keys.publisher, 'somebody'))).toBe('invalid');
    expect(await signatureOf(`${url}&s=more`)).toBe('invalid');
    expect(
      await signatureOf(url.replace(/sig=(.)/, (_all: string, first: string) => `sig=${first === '_' ? '-' : '_'}`)),
    ).toBe('invalid');
    expect(await signatureOf(url.split('?')[0] ?? '')).toBe('missing');
    const month = new Date(app.clock.now().getTime() + 31 * 86_400_000);
    expect(await signatureOf(url, guardOf(), month)).toBe('expired');
    const tried = await send('POST', '/api/integrity/click/test', {
      package_name: APP,
      address: url.replace(keys.publisher, 'x'),
    });
    expect(tried.body.data).toMatchObject({ action: 'block', reason: 'signature_invalid' });
  });

  const RUN: Readonly<Record<string, { file: string; with: readonly string[] }>> = {
    'Node.js': { file: 'link.mjs', with: [process.execPath] },
    Python: { file: 'link.py', with: ['python3'] },
    PHP: { file: 'link.php', with: ['php'] },
    Java: { file: 'Link.java', with: ['java'] },
    Shell: { file: 'link.sh', with: ['sh'] },
  };

  it('are signed by the sample of each language that is on this machine, and hold once', async () => {
    const { samples } = await make('per_click');
    expect(samples.map(({ language }: { language: string }) => language)).toEqual(Object.keys(RUN));
    const folder = mkdtempSync(join(tmpdir(), 'sign-'));
    const ran: string[] = [];
    const now = new Date();
    for (const { language, code } of samples) {
      const {
        file,
        with: [program = '', ...more],
      } = RUN[language] ?? { file: '', with: [] };
      if (!hasProgram(program) && !leaveOut(`Samples that sign links in ${language}`, program)) continue;
      writeFileSync(join(folder, file), code);
      const link = execFileSync(program, [...more, join(folder, file)], { encoding: 'utf8' }).trim();
      const guard = guardOf();
      expect([language, await signatureOf(link, guard, now)]).toEqual([language, 'valid']);
      expect([language, await signatureOf(link, guard, now)]).toEqual([language, 'replayed']);
      ran.push(language);
    }
    expect(ran).toContain('Node.js');
    expect(await app.context.database.db.select().from(nonceTable)).toHaveLength(ran.length);
  });

  it('are recorded when they are followed, go on as their campaign says, and end here when they were changed', async () => {
    const { pathname, search } = new URL((await make('static')).url);
    const followed = await app.call('GET', `${pathname}${search}`, {});
    expect([followed.status, followed.headers['location']]).toEqual([302, 'https://shop.example/start']);
    const changed = await app.call('GET', `${pathname}${search}&s=stolen`, {});
    expect(changed.status).toBeGreaterThanOrEqual(400);
    const pixel = new URL((await make('static', 'impression')).url);
    expect((await app.call('GET', `${pixel.pathname}${pixel.search}`, {})).headers['content-type']).toBe('image/gif');
    const { rows } = await app.context.database.pool.query<{ kind: string; handling: string; handling_reason: string }>(
      'SELECT kind, handling, handling_reason FROM tracking_touch ORDER BY kind',
    );
    // A click that ended here has no touch anybody could be paid for.
    const passed = { handling: 'passed', handling_reason: '' };
    expect(rows).toEqual([
      { kind: 'click', ...passed },
      { kind: 'impression', ...passed },
    ]);
  });

  it('are signed by each publisher for itself; what a key signed that all share holds until it is changed', async () => {
    const master = Buffer.from(app.context.folder.secret('signed-links'), 'hex');
    const other = (await send('POST', '/api/mtrackit/publisher_add', { package_name: APP, name: 'p9' })).body.data;
    const own = await make('per_click');
    const theirs = (
      await send('POST', '/api/integrity/click/url', {
        package_name: APP,
        campaign_id: ids.campaign,
        publisher_id: other.id,
        mode: 'per_click',
      })
    ).body.data;
    expect(theirs.key_id).toBe(own.key_id);
    expect(theirs.secret).not.toBe(own.secret);
    const expires = Math.floor(app.clock.now().getTime() / 1000) + 3_600;
    const signed = (secret: string, keyId: string, ...publishers: string[]) =>
      signedLink('https://link.example', `/t/c/${keys.campaign}`, [...publishers.map((p) => ['p', p] as const)], {
        secret,
        keyId,
        expires,
      });
    const said = async (secret: string, keyId: string, ...publishers: string[]) =>
      signatureOf(signed(secret, keyId, ...publishers));
    expect([
      await said(own.secret, own.key_id, keys.publisher),
      await said(theirs.secret, own.key_id, other.key),
      await said(theirs.secret, own.key_id, keys.publisher),
      await said(own.secret, own.key_id),
      await said(own.secret, own.key_id, keys.publisher, other.key),
    ]).toEqual(['valid', 'valid', 'invalid', 'invalid', 'invalid']);
    const shared = { keyId: 'ofbefore', packageName: APP, perPublisher: false };
    await app.context.database.db.insert(keyTable).values({ ...shared, madeBy: 'customer', madeAt: new Date(0) });
    const secret = linkSecret(master, shared, keys.publisher);
    expect(secret).toBe(linkSecret(master, shared, other.key));
    expect(await said(secret, shared.keyId, keys.publisher)).toBe('valid');
    expect((await make('static')).key_id).toBe(own.key_id);
    const { keys: shown } = (await get(`/api/integrity/click/url?package_name=${APP}`)).body.data;
    expect(shown).toMatchObject([
      { key_id: own.key_id, per_publisher: true },
      { key_id: shared.keyId, per_publisher: false, ends_at: null },
    ]);
    await send('POST', '/api/integrity/keys', { package_name: APP });
    const { keys: after } = (await get(`/api/integrity/click/url?package_name=${APP}`)).body.data;
    expect(after.filter((key: { ends_at: string | null }) => key.ends_at === null)).toHaveLength(1);
    await app.context.database.pool.query('DELETE FROM integrity_key WHERE ends_at IS NOT NULL');
  });

  it('of the key before hold for a day and a half', async () => {
    const before = (await make('static', 'impression')).url;
    expect((await send('POST', '/api/integrity/keys', { package_name: APP }, 'stranger')).status).toBe(403);
    const { key_id } = (await send('POST', '/api/integrity/keys', { package_name: APP })).body.data;
    const after = (await make('static')).url;
    expect(after).toContain(`kid=${key_id}`);
    const { keys } = (await get(`/api/integrity/click/url?package_name=${APP}`)).body.data;
    expect(keys.map(({ ends_at }: { ends_at: string | null }) => ends_at === null)).toEqual([true, false]);
    expect(before).not.toContain(`kid=${key_id}`);
  });

  it('that do not hold, and clicks that a published rule refuses, are called by the rules, on arrival and judged again', async () => {
    let n = 0;
    const follow = async (address: string) => {
      const { pathname, search } = new URL(address);
      const { statusCode: status } = await app.app.http.inject({
        method: 'GET',
        url: `${pathname}${search}`,
        remoteAddress: `84.160.${++n}.7`,
        headers: { 'user-agent': CHROME },
      });
      return { status };
    };
    const { url, secret, key_id: keyId } = await make('per_click');
    const hour = Math.floor(app.clock.now().getTime() / 1000) + 3600;
    const signed = (s: string, more: object = {}) =>
      signedLink(
        new URL(url).origin,
        `/t/c/${keys.campaign}`,
        [
          ['p', keys.publisher],
          ['s', s],
          ['n', `nonce-${s}`],
        ],
        { secret, keyId, expires: hour, ...more },
      );
    const first = await follow(signed('held'));
    const rest = [
      await follow(signed('held')),
      await follow(signed('changed').replace('s=changed', 's=forged')),
      await follow(signed('foreign', { secret: 'of somebody else' })),
      await follow(signed('unknown', { keyId: 'none' })),
      await follow(signed('late', { expires: hour - 7200 })),
    ];
    expect([first.status, ...rest.map(({ status }) => status)]).toEqual([302, 403, 403, 403, 403, 403]);
    const rule = { package_name: APP, name: 'No subs', field: 'sub_publisher', operator: 'is', campaign_id: null };
    const base = '/api/integrity/click/rules';
    for (const [values, action] of [
      [['blocked'], 'block'],
      [['marked'], 'flag'],
    ] as const)
      expect((await send('POST', base, { ...rule, values, action })).status).toBe(200);
    await send('POST', `${base}/publish`, { package_name: APP });
    // Rules that were read are held for a second, and read anew behind the request that finds them older.
    await new Promise((go) => setTimeout(go, 1_050));
    await follow(signed('any'));
    await new Promise((go) => setTimeout(go, 200));
    expect((await follow(signed('blocked'))).status).toBe(403);
    expect((await follow(signed('marked'))).status).toBe(302);
    const loader = new Loader(app.context.imports, { waitMs: 1, restMs: () => 0 });
    const run = { scope: systemScope(), signal: new AbortController().signal };
    while (await loader.step({ ...run, enqueue: async () => null }));
    const judged = () =>
      app.context.clickhouse.query(
        sql`SELECT DISTINCT sub_publisher, handling, handling_reason, verdict, reason FROM traffic
          WHERE kind = 'click' AND sub_publisher NOT IN ('', 'stolen') ORDER BY sub_publisher, handling`,
      );
    const of = (sub_publisher: string, handling: string, handling_reason: string, verdict: string, reason: string) => ({
      sub_publisher,
      handling,
      handling_reason,
      verdict,
      reason,
    });
    const forged = (sub: string, why: string, verdict = 'fraud') =>
      of(sub, 'ended', `signature_${why}`, verdict, 'clk.forged');
    const expected = [
      of('any', 'passed', '', 'clean', ''),
      of('blocked', 'ended', 'rule: No subs', 'fraud', 'human.refused'),
      forged('foreign', 'invalid'),
      forged('forged', 'invalid'),
      forged('held', 'replayed'),
      of('held', 'passed', '', 'clean', ''),
      forged('late', 'expired', 'suspect'),
      of('marked', 'flagged', 'rule: No subs (2)', 'suspect', 'human.refused'),
      forged('unknown', 'invalid'),
    ];
    expect(await judged()).toEqual(expected);
    const { clickhouse, database, jobs } = app.context;
    await jobs.start(rewriteJobs({ clickhouse, database, now: () => app.clock.now() }));
    const saved = async (mode: 'on' | 'off') => {
      const { ruleSet } = await loadPolicy(database, APP);
      const draft = draftOf(ruleSet);
      const rules = { ...draft.rules, refused_signature: { mode, limits: {} } };
      const body = { ...draft, rules, package_name: APP, base_version: ruleSet.version, from: '2026-11-01' };
      return (await send('POST', '/api/traffic/rules/versions', { ...body, reason: 'Again' })).status;
    };
    // One version after the other is written into history.
    const judgeAgain = (mode: 'on' | 'off') => expect.poll(() => saved(mode), { timeout: 20_000 }).toBe(200);
    const called = async () => ((await judged()) as { reason: string }[]).some(({ reason }) => reason === 'clk.forged');
    await judgeAgain('off');
    await expect.poll(called, { timeout: 20_000 }).toBe(false);
    await judgeAgain('on');
    await expect.poll(judged, { timeout: 20_000 }).toEqual(expected);
  });
});
