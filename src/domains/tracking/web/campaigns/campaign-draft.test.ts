import { describe, expect, it } from 'vitest';
import { MISSING } from '#platform/web/form/fault-text.ts';
import { emptyDraft, faultsOf } from './campaign-draft.ts';

const draft = {
  ...emptyDraft({ time_zone: 'UTC', currency: 'EUR' }),
  campaign_name: 'Spring',
  landing_page: 'https://shop.example/start?id={click_id}',
};
const none = { payout: null, payout_percent: null, revenue: null, revenue_percent: null };
const goal = { ...none, event: 'lead', payout_model: 'none', revenue_model: 'none' } as const;
const price = { publisher_id: null, event: null, from_day: null, to_day: null } as const;
const faults = (more: Partial<typeof draft>) => faultsOf('own.example', { ...draft, ...more }, undefined);

describe('faults of a campaign', () => {
  it('stand at the place of what is missing or wrong, in lists as well', () => {
    expect(faults({ events: [goal] })).toEqual({});
    expect(
      faults({
        countries: ['DE', 'ZZ'],
        events: [
          { ...goal, payout_model: 'flat', revenue_model: 'both', revenue: '2' },
          { ...goal, event: 'no blanks', payout_model: 'percent', payout_percent: '100.01' },
          { ...goal, event: '', payout_model: 'percent', payout_percent: '100' },
        ],
        landing_pages: [{ id: 1, weight: 0 }],
        overrides: [{ ...price, payout_model: 'both', payout: 'much', payout_percent: null }],
      }),
    ).toEqual({
      countries: 'fault:unfit',
      'events.0.payout': MISSING,
      'events.0.revenue_percent': MISSING,
      'events.1.event': 'Letters, digits, dot, dash, colon and underscore',
      'events.1.payout_percent': 'A share of 100 % at most',
      'events.2.event': MISSING,
      'landing_pages.0.weight': 'fault:least:1',
      'overrides.0.payout': 'An amount such as 2.50',
      'overrides.0.payout_percent': MISSING,
    });
    const twice = faults({ events: [goal, goal] });
    expect(twice).toEqual({ events: 'Each event once' });
  });
});
