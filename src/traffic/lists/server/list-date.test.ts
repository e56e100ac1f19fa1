import { describe, expect, it } from 'vitest';
import { createEnricher } from '#traffic/enrich/server/enrich.ts';
import { testLists } from '#traffic/enrich/testing/enricher.ts';
import { listDates } from './list-date.ts';

describe('the date of the list behind a fact', () => {
  it('is found for every shipped list that facts name', async () => {
    const lists = await testLists();
    const enricher = createEnricher(lists);
    const dateOf = listDates(lists.info);
    const named = [
      enricher.address('88.198.1.1').ip_list,
      enricher.address('66.249.66.1').ip_list,
      enricher.userAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)').ua_bot_match,
      enricher.userAgent('python-requests/2.31').ua_bot_match,
    ];
    for (const entry of named)
      expect([entry, dateOf(entry)]).toEqual([entry, expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]);
  });

  it('is unknown for what no list says', () => {
    expect(listDates([])('reserved addresses: 10.0.0.0/8')).toBeNull();
  });
});
