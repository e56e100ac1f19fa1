import { describe, expect, it } from 'vitest';
import { appInstall } from '#analytics/contract/boards/app.ts';
import { webClick, webEvent, webImpression, webVisit } from '#analytics/contract/boards/web.ts';
import { lookupDimension } from '#analytics/contract/lookups.ts';
import { offeredFilters } from '#analytics/contract/offered.ts';
import type { SessionUser } from '#platform/web/session/user.ts';
import { knownValues, lookupOf, lookupType } from './lookup.ts';

const user = (part: Partial<SessionUser>): SessionUser => ({
  id: 1,
  role: 'publisher',
  name: '',
  email: '',
  publisher: [{ publisher_name: 'Vossel' }],
  vendor: [],
  fraud_type: [],
  ...part,
});

describe('lists of values', () => {
  it('are asked for by names the server knows, on every board', () => {
    for (const board of [webVisit, webClick, webImpression, webEvent, appInstall])
      for (const name of offeredFilters(board)) expect(lookupDimension(lookupOf(board, name).name)).toBe(name);
  });

  it('are about the traffic of the board', () => {
    expect(lookupOf(webClick, 'channel').endpoint.path).toBe('/api/web-bi/click/filters/:name');
    expect(lookupOf(webEvent, 'campaign_id').endpoint.path).toBe('/api/web-bi/event/lazyfilters/:name');
    expect([lookupOf(webImpression, 'channel').endpoint.path, lookupType(webImpression)]).toEqual([
      '/api/web-bi/filters/:name',
      'Impression',
    ]);
    expect(lookupType(webClick)).toBeUndefined();
  });

  it('come from the session where the session decides them', () => {
    expect(knownValues('publisher', user({}))).toEqual(['Vossel']);
    expect(knownValues('publisher', user({ role: 'customer' }))).toBeUndefined();
    expect(knownValues('vendor', user({ role: 'agency', vendor: ['v'] }))).toEqual(['v']);
    expect(knownValues('verdict', user({ fraud_type: [{ fraud_status: 'Clean' }] }))).toEqual(['clean']);
  });
});
