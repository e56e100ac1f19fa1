import { beforeAll, describe, expect, it } from 'vitest';
import { botClick, cleanClick, times, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { Adsieve } from './adsieve.ts';

const live = useCollector();
let address = '';

beforeAll(async () => {
  address = await live.app.app.http.listen({ host: '127.0.0.1', port: 0 });
});

describe('the client for servers', () => {
  it('resolves when all are stored, in lists that Adsieve takes, and says what is wrong with which', async () => {
    const client = new Adsieve({ address: `${address}/`, key: live.key });
    const events = [...times(1500, cleanClick), { ip: 'nowhere' }, { campain: 'x' }];
    expect(await client.send('click', events)).toEqual({
      accepted: 1501,
      duplicates: 0,
      rejected: [{ index: 1500, field: 'ip', reason: 'not_an_address' }],
      unknown_fields: { count: 1, names: ['campain'] },
    });
    expect(await client.send('click', times(1, cleanClick))).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('sends again what was refused for now, under the same ids, and counts it once', async () => {
    const { secret: key } = await live.makeKey('Slow client', { per_second: 2 });
    const client = new Adsieve({ address, key });
    expect(
      (
        await client.send(
          'click',
          times(4, (n) => ({ click_id: `c${n}` })),
        )
      ).accepted,
    ).toBe(4);
    expect((await client.send('click', [{ click_id: 'later' }])).accepted).toBe(1);
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 5 }]);
  });

  it('asks what an event would be called, and stores it only when it is told to', async () => {
    const client = new Adsieve({ address, key: live.key });
    const asked = await client.verdict('click', botClick(1));
    expect([asked.verdict, asked.reason, asked.stored]).toEqual(['fraud', 'bot.non_browser', 'no']);
    expect((await client.verdict('click', botClick(1), { store: true })).stored).toBe('yes');
    expect((await client.verdict('click', botClick(1), { store: true })).stored).toBe('before');
  });

  it('gives up at once what would be refused again', async () => {
    const client = new Adsieve({ address, key: 'adw_wrong' });
    await expect(client.send('click', [{}])).rejects.toMatchObject({ name: 'AdsieveError', status: 401 });
    const full = await live.makeKey('Full', { per_day: 1 });
    const later = new Adsieve({ address, key: full.secret });
    await later.send('click', [{}]);
    await expect(later.send('click', [{}])).rejects.toMatchObject({ status: 429 });
  });

  it('gives up what nobody answers after as many tries as it was told', async () => {
    const client = new Adsieve({ address: 'http://127.0.0.1:1', key: live.key, tries: 2 });
    await expect(client.send('click', [{}])).rejects.toThrow('fetch failed');
  });
});
