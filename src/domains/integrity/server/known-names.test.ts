import { describe, expect, it } from 'vitest';
import { fieldOf } from '#domains/integrity/contract/kinds.ts';
import { SYSTEMS } from '#domains/tracking/contract/terms.ts';
import { testEnricher } from '#traffic/enrich/testing/enricher.ts';
import { APPS, BROWSERS } from '#traffic/enrich/testing/people-agents.ts';

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
