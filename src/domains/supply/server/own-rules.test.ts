import { beforeAll, describe, expect, it } from 'vitest';
import { eq } from '#platform/contract/condition.ts';
import { packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { saveRuleSet } from '#traffic/rule-sets/server/rule-set-store.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { type Sold, useSupply } from '../testing/use-supply.ts';

const OWN = 'bids.example';
const supply = useSupply([OWN]);
const { app } = supply;
beforeAll(() => app.clock.set('2025-11-20T12:00:00Z'));

const on = (day: string): Sold[] =>
  ['1', '2'].map((account, n): Sold => [`2025-11-${day} 10:00:0${n}`, 'shop.example', 'ssp.example', account]);

describe('what files say of sellers', { timeout: 240_000 }, () => {
  it('is judged by one rule of ours, by whom it may not be that sold', () => {
    expect(RULES.filter(({ needs }) => needs.some((name) => name === 'seller_check')).map(({ id }) => id)).toEqual([
      'unauthorized_seller',
    ]);
  });

  it('is judged in new events also by a rule of the package about who may sell', async () => {
    const id = await supply.add({ kind: 'ads', domain: 'shop.example' });
    await supply.upload(id, 'ssp.example, 1, RESELLER', '2025-11-01');
    await supply.compare(await supply.fileOf('shop.example'));
    await supply.sold(on('10'), 'before.csv');
    expect(await supply.told('verdict')).toEqual(['clean', 'suspect']);
    const scope = systemScope();
    const { ruleSet } = await loadPolicy(app.context.database, OWN);
    const draft = draftOf(ruleSet);
    const info = await packageInfoOf(scope, app.context.database, OWN, app.clock.now());
    const custom: CustomRule = {
      id: 'custom.resold',
      title: 'Resold',
      reason: 'imp.unauthorized_seller',
      kinds: ['impression'],
      when: eq('seller_check', 'reseller'),
      mode: 'fraud',
    };
    await saveRuleSet(scope, { ...app.context, now: () => app.clock.now() }, info, {
      baseVersion: ruleSet.version,
      draft: { ...draft, custom: [{ ...custom, kinds: [...custom.kinds] }] },
      reason: 'test',
      from: '2025-11-11',
    });
    await supply.sold(on('12'), 'after.csv');
    expect((await supply.told('verdict')).slice(2)).toEqual(['fraud', 'suspect']);
  });
});
