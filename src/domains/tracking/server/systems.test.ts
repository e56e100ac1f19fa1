import { expect, it } from 'vitest';
import { SYSTEMS } from '#domains/tracking/contract/terms.ts';
import { normalOs } from '#traffic/enrich/server/user-agent.ts';

it('a campaign is narrowed to systems by the names events have for them', () => {
  const reported = ['Android 14', 'iPhone', 'Windows 10', 'Mac OS X', 'Linux', 'CrOS x86_64'];
  expect(reported.map(normalOs)).toEqual([...SYSTEMS]);
});
