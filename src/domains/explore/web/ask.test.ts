import { describe, expect, it } from 'vitest';
import { droppedOf, questionOf, readAsk, withAsk, withoutFacts } from './ask.ts';

const at = { package_name: 'shop.example', from: '2026-01-01', to: '2026-01-31' };
const read = (search: string) => readAsk(new URLSearchParams(search));

describe('a question in an address', () => {
  it('is asked as it says', () => {
    const ask = read(
      'by=publisher,hour&measures=total,median_ctit_seconds&compare=year&by_column=hour&order=asc&hour=13&not=vendor:X',
    );
    expect(questionOf(ask, at)).toEqual({
      package_name: 'shop.example',
      fromDate: '2026-01-01',
      toDate: '2026-01-31',
      by: ['publisher', 'hour'],
      measures: ['total', 'median_ctit_seconds'],
      compare: 'year',
      sort: 'hour',
      order: 'asc',
      hour: '13',
      not: ['vendor:X'],
    });
  });

  it('whose keys and columns went away still asks for the rest, in no order that is gone', () => {
    const ask = read('by=gone,hour&measures=gone,fraud&by_column=gone&view=gone&compare=gone');
    expect(questionOf(ask, at)).toMatchObject({ by: ['hour'], measures: ['fraud'] });
    expect(questionOf(ask, at)).not.toHaveProperty('sort');
    expect([ask.view, ask.compare]).toEqual(['table', 'none']);
  });

  it('says which of its keys, measures and filters there are no more, and nothing of those there are', () => {
    const of = (search: string) => droppedOf(new URLSearchParams(search));
    expect(of('by=gone,hour&measures=lost,fraud&old_filter=1&old_filter=2&not=away:1&not=publisher:A&hour=3')).toEqual([
      'gone',
      'lost',
      'old_filter',
      'not',
    ]);
    expect(
      of('by=publisher&measures=total&by_column=total&order=asc&compare=year&query=x&kind=install&view=pivot'),
    ).toEqual([]);
  });

  it('is asked without facts by those who see none, and says what was left out', () => {
    const ask = read('by=publisher,ctit_seconds&measures=total,median_clicks_1h&clicks_1h=5&hour=3&query={}');
    const { ask: open, closed } = withoutFacts(ask);
    expect(questionOf(open, at)).toMatchObject({ by: ['publisher'], measures: ['total'], hour: '3' });
    expect(questionOf(open, at)).not.toHaveProperty('clicks_1h');
    expect(closed).toEqual(['ctit_seconds', 'median_clicks_1h', 'clicks_1h', 'query']);
  });

  it('has three keys at most, and changes part by part', () => {
    expect(read('by=hour,weekday,publisher,kind').by).toEqual(['hour', 'weekday', 'publisher']);
    expect(String(withAsk(new URLSearchParams('by=hour&view=pivot'), { view: '', by: 'kind' }))).toBe('by=kind');
  });
});
