import { describe, expect, it } from 'vitest';
import { filledAddress, unknownMacros } from '#domains/verdict-deliveries/contract/destination.ts';
import { botClick, cleanClick, OWN, RUN, times } from '#traffic/collector/testing/use-collector.ts';
import { eraseRows, personRows } from '#traffic/privacy/server/erase.ts';
import { eventsOf, postback, REJECT, useDeliveries } from '../testing/use-deliveries.ts';
import { readAll } from './loops.ts';
import { planOne, toRead } from './plan.ts';
import { sendOne } from './send.ts';

const {
  live,
  hooks,
  parts,
  query,
  deliver,
  stored,
  arrive,
  deliverAfter,
  made,
  viewOf,
  logOf,
  isSigned,
  told,
  idsOf,
  judgeScripts,
  breakingOff,
} = useDeliveries();

describe('verdicts that are delivered', () => {
  it('arrive signed as Standard Webhooks has it, what was asked for and nothing else, from now on', async () => {
    await arrive(botClick(1));
    const { secret } = await made();
    await made({ name: 'Installs', kinds: ['install'] });
    await made({ name: 'Data centres', reasons: ['net.datacenter'] });
    await made({ name: 'Suspects', verdicts: ['suspect'] });
    await deliver();
    expect(hooks.received).toEqual([]);
    await arrive(cleanClick(2), { ...botClick(3), campaign: 'Früh & Spät', revenue: '1.5', currency: 'EUR' });
    const [call, ...others] = hooks.received;
    if (!call) throw new Error('Nothing came');
    expect([call.method, call.host, call.url, others]).toEqual(['POST', 'hooks.example', '/verdicts', []]);
    expect(isSigned(secret, call)).toBe(true);
    expect(isSigned(secret, call, call.body.replace('fraud', 'clean'))).toBe(false);
    expect(JSON.parse(call.body)).toMatchObject({
      type: 'verdicts',
      data: { package_name: OWN, destination: 'Warehouse' },
    });
    expect(eventsOf(call)).toEqual([
      expect.objectContaining({
        type: 'verdict',
        was: null,
        event_id: 'bot-3',
        click_id: 'b3',
        kind: 'click',
        time: '2026-11-20T10:03:00.000Z',
        verdict: 'fraud',
        reason: 'bot.non_browser',
        reason_text: 'Not a browser',
        publisher: 'Bots',
        campaign: 'Früh & Spät',
        revenue: '1.5',
        currency: 'EUR',
      }),
    ]);
    await arrive(...times(6, (n) => botClick(10 + n)));
    expect(hooks.received.slice(1).map((each) => eventsOf(each).length)).toEqual([6]);
    await deliver();
    expect(hooks.received).toHaveLength(2);
  });

  it('tell of verdicts that change later by new rules, and of events that are gone, to whom asked for it', async () => {
    await stored(botClick(20));
    const { id } = await made();
    await made({ name: 'At once only', later: false });
    await made(postback());
    await arrive(botClick(21));
    hooks.received.length = 0;
    await judgeScripts(false);
    await deliver();
    expect(told()).toEqual([['changed', 'bot-21', 'clean', 'fraud']]);
    hooks.received.length = 0;
    await judgeScripts(true);
    await deliver();
    const [back, ...others] = hooks.received.filter(({ method }) => method === 'POST');
    expect(others).toEqual([]);
    const changed = eventsOf(back).map(({ event_id, was, verdict }) => [event_id, was, verdict]);
    expect(changed.sort()).toEqual([
      ['bot-20', null, 'fraud'],
      ['bot-21', 'clean', 'fraud'],
    ]);
    // The reject was told when it came; that the other one is one, too, is new.
    expect(hooks.received.filter(({ method }) => method === 'GET').map(({ url }) => /c=(\w+)/.exec(url)?.[1])).toEqual([
      'b20',
    ]);
    hooks.received.length = 0;
    await eraseRows(live.app.context, personRows({ ip: '84.161.21.7' }, OWN));
    await deliver();
    expect(hooks.received.flatMap(eventsOf).map(({ type, was, event_id }) => [type, was, event_id])).toEqual([
      ['gone', 'fraud', ''],
    ]);
    expect(await viewOf(id)).toMatchObject({ waiting: 0, dead: 0, stopped: null });
  });

  it('come once more with the same id where they were answered with an error or not noted, and are lost by no stop', async () => {
    const { id, secret } = await made();
    hooks.answer(500, 'Out of\u0000order \u202e\u001b[31m');
    await arrive(botClick(30));
    expect(await logOf(id)).toEqual([
      expect.objectContaining({
        state: 'waiting',
        status: 500,
        error: 'HTTP 500',
        answer: 'Out of[U+0000]order [U+202E][U+001B][31m',
        tries: 1,
      }),
    ]);
    hooks.answer(200);
    await deliver();
    expect(hooks.received).toHaveLength(1);
    await deliverAfter(6_000);
    await deliverAfter(6_000);
    expect(new Set(idsOf()).size).toBe(1);
    expect(hooks.received).toHaveLength(2);
    expect(hooks.received[0]?.body).toBe(hooks.received[1]?.body);
    expect(hooks.received[1] && isSigned(secret, hooks.received[1])).toBe(true);
    expect(await viewOf(id)).toMatchObject({ failing_since: null, waiting: 0 });

    hooks.received.length = 0;
    await stored(botClick(31));
    // Between reading and storing, then between storing and sending, then between sending and noting.
    await breakingOff('verdict_sent', 'true', () => expect(readAll(parts(), RUN, 0)).rejects.toThrow());
    const due = await toRead(parts(), live.app.clock.now());
    await Promise.all(due.flatMap((each) => [planOne(parts(), each), planOne(parts(), each)]));
    expect(hooks.received).toEqual([]);
    const [noted] = await query<{ id: number }>("SELECT id FROM verdict_delivery WHERE state = 'waiting'");
    await breakingOff('verdict_delivery', "NEW.state = 'sent'", async () => {
      await expect(sendOne(parts(), Number(noted?.id))).rejects.toThrow();
    });
    await deliver();
    expect(hooks.received).toHaveLength(1);
    await deliverAfter(61_000);
    expect(told()).toEqual([
      ['verdict', 'bot-31', 'fraud', null],
      ['verdict', 'bot-31', 'fraud', null],
    ]);
    expect(new Set(idsOf()).size).toBe(1);
  });

  it('go to a tracker as an address with its macros encoded, by GET and by POST', async () => {
    await made(postback());
    await made(postback('POST'));
    await arrive(cleanClick(40), {
      ...botClick(41),
      click_id: 'a&b=ü/../{verdict}',
      publisher: 'Böts & Co',
      revenue: '2.25',
      currency: 'EUR',
    });
    expect(hooks.received.map(({ method, body }) => [method, body]).sort()).toEqual([
      ['GET', ''],
      ['POST', ''],
    ]);
    const { searchParams, pathname } = new URL(hooks.received[0]?.url ?? '', 'https://hooks.example');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/r',
      {
        c: 'a&b=ü/../{verdict}',
        e: 'bot-41',
        v: 'fraud',
        w: 'bot.non_browser',
        t: 'Not a browser',
        p: 'Böts & Co',
        m: '{money}',
        pkg: OWN,
        k: 'click',
        at: '2026-11-20T10:41:00.000Z',
        rev: '2.25EUR',
        camp: '',
      },
    ]);
    expect(unknownMacros(REJECT)).toEqual(['money']);
    const dots = { ...Object.fromEntries(searchParams), click_id: '..', publisher: '\ud800' };
    expect(filledAddress('https://t.example/a/{click_id}/{publisher}', dots as never)).toBe(
      'https://t.example/a//%EF%BF%BD',
    );
  });
});
