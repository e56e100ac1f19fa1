import { beforeAll, describe, expect, it } from 'vitest';
import { type Sold, useSupply } from '../testing/use-supply.ts';

const OWN = 'bids.example';
const supply = useSupply([OWN]);
const { app } = supply;
beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

const SOLD: readonly (readonly [site: string, system: string, account: string])[] = [
  ['tv.example', 'ssp.example', 'own'],
  ['tv.example', 'ssp.example', 'theirs'],
  ['tv.example', 'theirs.example', ''],
  ['tv.example', 'ssp.example', 'nobody'],
  ['com.maker.tv', 'ssp.example', 'theirs'],
  ['channel.example', 'ssp.example', 'own'],
  ['tv.example', 'ssp.example', 'theirs-of-theirs'],
];
const on = (day: string): Sold[] => SOLD.map(([...sold], n): Sold => [`2025-11-${day} 10:00:0${n}`, ...sold]);

describe('a partner a site shares its inventory with', { timeout: 240_000 }, () => {
  it('lets by its own ads.txt sell who may, from when to when it says so, and nobody is accused while it is not kept', async () => {
    await supply.sold([...on('05'), ...on('12')], 'events.csv');
    const give = async (
      file: { kind: 'ads' | 'app-ads'; domain: string; apps?: string[] },
      text: string,
      day: string,
    ): Promise<string[]> => {
      const known = (await supply.files()).find(({ kind, domain }) => kind === file.kind && domain === file.domain);
      const id = known?.id ?? (await supply.add(file));
      expect((await supply.upload(id, text, `2025-11-${day}`)).status).toBe(200);
      await supply.compare(await supply.fileOf(file.domain, file.kind));
      return supply.told();
    };
    const shared = 'ssp.example, own, DIRECT\nInventoryPartnerDomain = www.Channel.example';
    await give({ kind: 'ads', domain: 'tv.example' }, shared, '01');
    const alone = await give({ kind: 'app-ads', domain: 'maker.example', apps: ['com.maker.tv'] }, shared, '01');
    // Nobody keeps the file of the partner: it may name them.
    const open = ['direct', '', '', '', '', '', ''];
    expect(alone).toEqual([...open, ...open]);

    const channel = { kind: 'ads', domain: 'channel.example' } as const;
    const theirs = 'ssp.example, theirs, RESELLER\ntheirs.example, 7, DIRECT\nINVENTORYPARTNERDOMAIN=further.example';
    const judged = [
      'direct',
      'partner',
      'system_listed',
      'unauthorised',
      'partner',
      // What may be sold here may not be sold there, as long as the partner's partner is not kept.
      '',
      'unauthorised',
    ];
    expect(await give(channel, theirs, '10')).toEqual([...open, ...judged]);
    // A partner's partner speaks for the partner alone.
    const further = await give(
      { kind: 'ads', domain: 'further.example' },
      'ssp.example, theirs-of-theirs, DIRECT',
      '01',
    );
    const named = judged.map((check) => check || 'unauthorised');
    expect(further).toEqual([...open, ...named]);
    expect(await supply.told('verdict')).toEqual(
      further.map((check) => (check === 'unauthorised' ? 'suspect' : 'clean')),
    );
    // The site shares no longer; then the partner is kept no longer.
    const sharedNoLonger = [
      'direct',
      'unauthorised',
      'unauthorised',
      'unauthorised',
      'partner',
      'unauthorised',
      'unauthorised',
    ];
    const ended = await give({ kind: 'ads', domain: 'tv.example' }, 'ssp.example, own, DIRECT', '11');
    expect(ended).toEqual([...open, ...sharedNoLonger]);
    const kept = await supply.fileOf('channel.example');
    expect((await supply.call('DELETE', `/api/brand/supply/files/${kept.id}`)).status).toBe(200);
    await supply.compare(kept);
    expect((await supply.told()).slice(7)).toEqual([
      'direct',
      'unauthorised',
      'unauthorised',
      'unauthorised',
      '',
      '',
      'unauthorised',
    ]);
  });
});
