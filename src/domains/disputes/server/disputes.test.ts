import { describe, expect, it } from 'vitest';
import { useEvidence } from '../../evidence/testing/use-evidence.ts';
import { NOVEMBER, of, settlementCalls } from '../../settlements/testing/settlement-calls.ts';
import { BASE, PKG } from '../../settlements/testing/use-settled.ts';
import type { DisputeLine, DisputeView } from '../contract/dispute.ts';
import { TOKEN_HEADER } from '../contract/link-endpoints.ts';
import { trafficOf } from '../testing/claimed-traffic.ts';
import { disputeCalls, tokenOf } from '../testing/dispute-calls.ts';
import { disputeBook } from './dispute-book.ts';

const evidence = useEvidence();
const { app, get, send, make, token: signIn } = evidence;
const { generate, listed, approve } = settlementCalls(evidence);
const { paid, hitBy, decided } = trafficOf(app);
const { open, one, byLink, attach, worked } = disputeCalls(evidence);

const RATE = 0.125;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const cents = (clicks: number): number => Math.round(clicks * RATE * 100 + 1e-9);
const lineIn = (view: DisputeView, category: RegExp): DisputeLine => {
  const line = view.details.find((each) => category.test(each.category) && each.amount !== '' && each.answer === null);
  if (!line) throw new Error(`No line ${category}`);
  return line;
};

describe('a claim', () => {
  it('goes from the evidence over the answer of the publisher to verdicts, the next payout report and a track record', {
    timeout: 120_000,
  }, async () => {
    const [october] = (await listed()).filter(({ publisher }) => publisher === 'Alpha');
    if (!october) throw new Error('No report');
    if (october.state !== 'disputed') expect((await approve([october])).status).toBe(200);
    const made = await make({ publisher: 'Alpha' });
    const opened = await open(made.id, { note: 'Servers, mostly?' });
    expect(opened.status, opened.text).toBe(200);
    const { id, link } = opened.body.data;
    expect(link).toMatch(/^\/dispute#token=[\w-]{43}$/);
    expect((await open(made.id)).status).toBe(409);
    expect((await send('DELETE', `/evidence/${made.id}`)).body).toMatchObject({ told: { code: 'evidence_disputed' } });

    // The publisher sees it as its own, without the names of the other side.
    const seen = await one(id, 'publisher');
    expect(seen).toMatchObject({ state: 'open', may_answer: true, may_decide: false, opened_by: '', has_link: null });
    expect(seen.units).toBe(made.claimed);
    expect((await get(`/disputes/${id}/evidence`, 'publisher')).headers['content-type']).toBe('application/zip');
    const taken = lineIn(seen, /^invalid\.(bot|ip|net)/);
    const twice = lineIn(seen, /^duplicate$/);
    const upheld = seen.details.find(({ line, category }) => line !== taken.line && /^invalid/.test(category)) ?? taken;
    const accepted = seen.details.filter(({ line }) => ![taken, twice, upheld].some((each) => each.line === line));
    const agree = accepted.map(({ line }) => ({ line, answer: 'accepted' }));
    expect((await send('POST', `/disputes/${id}/answers`, { answers: agree }, 'owner')).status).toBe(403);
    expect((await send('POST', `/disputes/${id}/answers`, { answers: agree }, 'publisher')).status).toBe(200);

    // By the link somebody of the publisher objects; both ways in do the same.
    const token = tokenOf(link);
    const objections = [taken, twice, upheld].map(({ line }) => ({
      line,
      answer: 'objected',
      text: 'These are people; see log?',
    }));
    expect(
      (await byLink('/answers', { token, name: 'Pat', answers: [{ line: taken.line, answer: 'objected' }] })).status,
    ).toBe(422);
    const answered = await byLink('/answers', { token, name: 'Pat', answers: objections });
    expect(answered.body.data).toMatchObject({ state: 'answered', unanswered: 0, undecided: 3, may_answer: false });
    const before = answered.body.data.steps.length;
    expect((await byLink('/answers', { token, name: 'Pat', answers: objections })).body.data.steps.length).toBe(before);
    const file = await attach(`/dispute_link/files?line=${taken.line}&name=Pat`, 'log.png', PNG, {
      [TOKEN_HEADER]: token,
    });
    expect(file.status, file.text).toBe(200);
    const [kept] = (await one(id)).details.flatMap(({ files }) => files);
    expect((await byLink('/file', { token, file: kept?.id })).headers['content-type']).toBe('image/png');
    const incidents = await app.context.database.db.execute<{ id: string; key: string }>(
      `SELECT id, key FROM incident WHERE package_name = '${PKG}' AND source = 'dispute'`,
    );
    expect(incidents.rows.map((each) => [Number(each.id), each.key])).toEqual([
      [(await one(id)).incident_id, `dispute ${id}`],
    ]);

    // One is insisted on, two are taken back: their events are clean, each counted once.
    const reason = 'Looked at it again';
    const decide = (line: number, what: string, who = 'owner') =>
      send('POST', `/disputes/${id}/lines/${line}/${what}`, { reason }, who);
    expect((await decide(upheld.line, 'insist')).status).toBe(200);
    expect((await decide(upheld.line, 'take_back')).status).toBe(409);
    expect((await decide(agree[0]?.line ?? 0, 'take_back')).status).toBe(409);
    const campaigns = [...new Set([taken.campaign, twice.campaign])];
    const were = await Promise.all(campaigns.map(paid));
    const [hit, stands] = [new Map(await hitBy([taken, twice])), new Map(await hitBy([upheld]))];
    const both = await Promise.all([decide(taken.line, 'take_back'), decide(taken.line, 'take_back', 'second')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await worked();
    expect(await decided()).toBe(taken.units);
    expect((await decide(twice.line, 'take_back')).status).toBe(200);
    await worked();
    const closed = await one(id);
    expect(closed).toMatchObject({ state: 'closed', undecided: 0 });
    expect([taken, twice].map(({ line }) => closed.details[line - 1]?.events)).toEqual([taken.units, twice.units]);
    expect(await decided()).toBe(taken.units + twice.units);
    expect(closed.steps.filter(({ what }) => what === 'taken_back').map(({ who }) => who)).toHaveLength(2);

    // What they cost more is in the next report, as an adjustment of the one before.
    const are = await Promise.all(campaigns.map(paid));
    const more = are.reduce((all, now, at) => all + cents(now) - cents(were[at] ?? 0), 0);
    expect(more).toBeGreaterThan(0);
    expect((await generate(NOVEMBER, 'owner', ['Alpha'])).status).toBe(200);
    const next = of(
      (await listed()).filter(({ period_from }) => period_from === NOVEMBER.from),
      'Alpha',
    );
    expect(next.totals.map(({ adjustments }) => Math.round(Number(adjustments) * 100))).toEqual([more]);

    // The outcome adds up, and the record counts as SQL does.
    const { rows } = await app.context.database.db.execute<Record<string, string>>(`
      SELECT sum(amount) AS claimed, sum(amount) FILTER (WHERE answer = 'accepted') AS accepted,
        sum(amount) FILTER (WHERE decision = 'insisted') AS upheld, sum(amount) FILTER (WHERE decision = 'taken_back') AS taken_back
      FROM dispute_line WHERE dispute_id = ${id} AND currency = 'EUR'`);
    const amounts = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, amount]) => [name, Number(amount)]));
    const [outcome] = await disputeBook.outcomes(app.context.database.db, PKG, {
      ...(made.settlement_id === null ? {} : { settlements: [made.settlement_id] }),
      now: app.clock.now(),
    });
    const euros = outcome?.outcome.find(({ currency }) => currency === 'EUR');
    expect(Object.fromEntries(Object.keys(amounts).map((name) => [name, Number(euros?.[name as 'claimed'])]))).toEqual(
      amounts,
    );
    const { claims } = (await get(`/v2/payout_report?package_name=${PKG}&fromDate=2026-10-31&toDate=2026-11-02`)).body;
    const cut = (amount: number): string => (Math.round(amount * 100 + 1e-6) / 100).toFixed(2);
    const told = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, cut(amount)]));
    expect(claims).toMatchObject([{ publisher: 'Alpha', currency: 'EUR', claims: 1, waiting: '0.00', ...told }]);
    expect(outcome).toMatchObject({ id, state: 'closed', settlement_id: made.settlement_id, publisher: 'Alpha' });
    const { publishers, rules } = (await get(`/disputes/record?package_name=${PKG}`)).body.data;
    expect(publishers).toMatchObject([
      {
        publisher: 'Alpha',
        claims: 1,
        claimed: { lines: closed.lines, units: made.claimed },
        accepted: { lines: accepted.length },
        upheld: { lines: 1, units: upheld.units },
        taken_back: { lines: 2, units: taken.units + twice.units },
        not_answered: { lines: 0 },
        waiting: { lines: 0 },
      },
    ]);
    const decisions = [...new Set([...hit.keys(), ...stands.keys()])]
      .map((rule) => ({ rule, taken_back: hit.get(rule) ?? 0, upheld: stands.get(rule) ?? 0, claims: 1 }))
      .sort((a, b) => b.taken_back - a.taken_back || b.upheld - a.upheld || (a.rule < b.rule ? -1 : 1));
    expect(rules).toEqual(decisions);
    expect(decisions.some((each) => each.upheld > 0) && decisions.some((each) => each.taken_back > 0)).toBe(true);

    // The catalogue has it beside the hits of a rule, and the page of the publisher its record; not for the publisher.
    const catalogue = async () =>
      (await app.get(`/api/traffic/rules?package_name=${PKG}`, signIn('owner'))).body.data.rules as {
        id: string;
        disputed?: unknown;
      }[];
    // Some events of these tests name reasons as what hit them: one is called as a rule of the catalogue is.
    const [known, [first]] = [(await catalogue())[0]?.id ?? '', decisions];
    await app.context.database.pool.query('UPDATE dispute_rule SET rule = $1 WHERE rule = $2', [known, first?.rule]);
    const shown = new Map((await catalogue()).map(({ id: rule, disputed }) => [rule, disputed]));
    const renamed = decisions.map((each) => (each === first ? { ...each, rule: known } : each));
    for (const { rule, taken_back, upheld: stood, claims } of renamed.filter((each) => shown.has(each.rule)))
      expect([rule, shown.get(rule)]).toEqual([rule, { overturned: taken_back, upheld: stood, claims }]);
    expect(shown.get(known)).toBeDefined();
    const profile = async (who: string) =>
      (await app.get(`/api/traffic/publishers/profile?package_name=${PKG}&publisher=Alpha`, signIn(who))).body.data
        .claims;
    const record = { claims: 1, lines: closed.lines, accepted: accepted.length, upheld: 1, taken_back: 2 };
    expect(await profile('owner')).toEqual({ ...record, not_answered: 0 });
    expect(await profile('publisher')).toBeUndefined();
  });

  it('is answered by one of two who answer at once, and by nobody once its time is over', async () => {
    const made = await make({ publisher: 'Beta' });
    const { id, link } = (await open(made.id, { days: 3 })).body.data;
    const token = tokenOf(link);
    const say = (name: string) =>
      byLink('/answers', { token, name, answers: [{ line: 1, answer: 'objected', text: `Not ${name}` }] });
    const tries = await Promise.all(['Ann', 'Bob'].map(say));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(tries.find(({ status }) => status === 409)?.body).toMatchObject({ told: { code: 'dispute_answered' } });
    const [winner] = ['Ann', 'Bob'].filter((_, n) => tries[n]?.status === 200);
    expect((await one(id)).details[0]).toMatchObject({ answered_by: winner, text: `Not ${winner}` });

    // Whatever is wrong with a link, one answer says no more than that it has ended.
    const ended: unknown[] = [];
    const tell = async (wrong: string) => {
      for (const [path, body] of [
        ['', {}],
        ['/answers', { name: 'Cid', answers: [{ line: 2, answer: 'accepted' }] }],
        ['/evidence', {}],
        ['/file', { file: 1 }],
      ] as const) {
        const { status, body: said } = await byLink(path, { token: wrong, ...body });
        ended.push([status, said.message, said.told, said.field ?? '']);
      }
      const sent = await attach('/dispute_link/files?line=1&name=Cid', 'a.png', PNG, { [TOKEN_HEADER]: wrong });
      ended.push([sent.status, sent.body.message, sent.body.told, '']);
    };
    await tell(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    const again = tokenOf((await send('POST', `/disputes/${id}/link`, { days: 2 })).body.data.link);
    await tell(token);
    expect((await byLink('', { token: again })).status).toBe(200);
    expect((await send('DELETE', `/disputes/${id}/link`)).body.data.has_link).toBe(false);
    await tell(again);
    const last = tokenOf((await send('POST', `/disputes/${id}/link`, { days: 1 })).body.data.link);
    app.clock.set('2026-11-21T12:00:01Z');
    await tell(last);
    expect(new Set(ended.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([404, 'This link has ended', { code: 'dispute_link_ended', values: {} }, ''])]),
    );
    // An objection waits to be decided; what nobody answered in time counts as that.
    const later = await app.signIn({ email: 'later@paid.example', role: 'customer', packages: [PKG], name: 'later' });
    const view = await app.get(`${BASE}/disputes/${id}`, later);
    expect(view.body.data).toMatchObject({ state: 'answered', undecided: 1 });
    const insisted = { token: later, body: { reason: 'It stands' } };
    const closed = await app.call('POST', `${BASE}/disputes/${id}/lines/1/insist`, insisted);
    expect(closed.body.data.state).toBe('closed');
    const { publishers } = (await app.get(`${BASE}/disputes/record?package_name=${PKG}`, later)).body.data;
    const beta = publishers.find(({ publisher }: { publisher: string }) => publisher === 'Beta');
    expect([beta.not_answered.lines, beta.upheld.lines]).toEqual([made.lines.length - 1, 1]);
    app.clock.set('2026-11-20T12:00:00Z');
  });

  it('is seen by its own publisher alone, and its files are what they say', async () => {
    const foreign = await make({ publisher: 'Gamma' });
    const { id } = (await open(foreign.id)).body.data;
    const seen = (await get(`/disputes?package_name=${PKG}&limit=100`, 'publisher')).body.data;
    expect(seen.map(({ publisher }: { publisher: string }) => publisher)).toEqual(['Alpha']);
    for (const [who, status] of [
      ['publisher', 404],
      ['stranger', 403],
    ] as const) {
      expect((await get(`/disputes/${id}`, who)).status, who).toBe(status);
      expect((await get(`/disputes/${id}/evidence`, who)).status, who).toBe(status);
      const answers = [{ line: 1, answer: 'accepted' }];
      expect((await send('POST', `/disputes/${id}/answers`, { answers }, who)).status, who).toBe(status);
    }
    for (const who of ['publisher', 'stranger']) {
      expect((await open(foreign.id)).status).toBe(409);
      expect((await send('POST', '/disputes', { package_name: PKG, evidence_id: foreign.id }, who)).status).toBe(403);
      expect((await send('POST', `/disputes/${id}/link`, { days: 1 }, who)).status).toBe(403);
      expect((await send('POST', `/disputes/${id}/lines/1/take_back`, { reason: 'Mine now' }, who)).status).toBe(403);
      expect((await get(`/disputes/record?package_name=${PKG}`, who)).status).toBe(403);
    }
    const all = async (state: string): Promise<number> =>
      (await get(`/disputes?package_name=${PKG}&state=${state}`)).body.total;
    expect([await all('open'), await all('closed')]).toEqual([2, 1]);

    const { link } = (await send('POST', `/disputes/${id}/link`, { days: 90 })).body.data;
    const token = tokenOf(link);
    const put = async (name: string, content: Buffer) =>
      (await attach('/dispute_link/files?line=1&name=Gus', name, content, { [TOKEN_HEADER]: token })).status;
    expect(await put('a.png', PNG)).toBe(409);
    await byLink('/answers', { token, name: 'Gus', answers: [{ line: 1, answer: 'objected', text: 'No' + ' way' }] });
    expect([await put('a.exe', PNG), await put('a.pdf', PNG), await put('a.png', Buffer.alloc(0))]).toEqual([
      415, 415, 422,
    ]);
    expect(await put('a.txt', Buffer.alloc(5_000_001, 'a'))).toBe(413);
    expect([
      await put('a.png', PNG),
      await put('b.png', PNG),
      await put('c.png', PNG),
      await put('d.png', PNG),
    ]).toEqual([200, 200, 200, 422]);
    expect((await open(foreign.id, { days: 91 })).status).toBe(422);
    const free = await make({ publisher: 'Organic' });
    expect([free.claimed > 0, free.totals]).toEqual([true, []]);
    expect((await open(free.id)).body).toMatchObject({ field: 'evidence_id', told: { code: 'dispute_nothing' } });
  });

  it('is objected to by a login as by a link, and what was sent before stands when it is sent again with more', async () => {
    const made = await make({ publisher: 'Alpha', period_from: '2026-11-01', period_to: '2026-11-05' });
    const { id } = (await open(made.id)).body.data;
    const say = async (...lines: [line: number, answer: string][]) => {
      const answers = lines.map(([line, answer]) => ({ line, answer, text: answer === 'objected' ? 'Ours' : '' }));
      return (await send('POST', `/disputes/${id}/answers`, { answers }, 'publisher')).body;
    };
    await say([1, 'objected'], [2, 'accepted']);
    const { rows } = await app.context.database.db.execute<{ id: string }>(
      `SELECT id FROM incident WHERE package_name = '${PKG}' AND key = 'dispute ${id}'`,
    );
    expect(rows.map((each) => Number(each.id))).toEqual([(await one(id)).incident_id]);
    expect((await say([1, 'objected'], [2, 'accepted'], [3, 'accepted'])).data.accepted).toBe(2);
    expect((await say([2, 'objected'], [4, 'accepted'])).told).toEqual({
      code: 'dispute_answered',
      values: { line: 2 },
    });
    const answers = (await one(id)).details.map(({ answer }) => answer ?? 'open').slice(0, 4);
    expect(answers).toEqual(['objected', 'accepted', 'accepted', 'open']);
  });
});
