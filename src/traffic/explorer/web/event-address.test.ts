import { describe, expect, it } from 'vitest';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { adoptArrival, filtersOf, withEvent, withFilter, withoutFilters } from './event-address.ts';

const params = (text: string) => new URLSearchParams(text);

describe('the address of the event list', () => {
  it('takes package and days of a board link into the names the shell keeps', () => {
    const adopted = adoptArrival(
      params('package_name=shop&kind=click&fromDate=2026-11-01&toDate=2026-11-02&publisher=A'),
    );
    expect(adopted?.toString()).toBe('kind=click&publisher=A&package=shop&from=2026-11-01&to=2026-11-02');
    expect(adoptArrival(params('package=shop&from=2026-11-01'))).toBeNull();
  });

  it('reads one text as a comma list and repeated ones as they are, as the server does', () => {
    expect(filtersOf(params('publisher=A,B&campaign=x,y&campaign=x,y&verdict=all&city='))).toEqual([
      { name: 'publisher', not: false, values: ['A', 'B'], sent: 'A,B' },
      { name: 'campaign', not: false, values: ['x,y'], sent: ['x,y', 'x,y'] },
    ]);
  });

  it('writes filters so that exactly these values come back', () => {
    for (const values of [['A'], ['A', 'B'], ['A, Inc.'], []])
      for (const not of [true, false]) {
        const changed = withFilter(params('not=publisher:Z&not=city:Y'), { name: 'publisher', not, values });
        const held = filtersOf(changed).find(({ name }) => name === 'publisher');
        expect(held ?? { values: [], not }).toMatchObject({ values, not });
        expect(changed.getAll('not')).toContain('city:Y');
      }
  });

  it('clears filters and search, and keeps package, days and order', () => {
    const cleared = withoutFilters(params('package=shop&kind=click&reason=a&search=x&sort=oldest'));
    expect(cleared.toString()).toBe('package=shop&sort=oldest');
  });

  it('gives an open event its own address', () => {
    const open = withEvent(params('kind=click'), 'e-1');
    expect(open.toString()).toBe('kind=click&event=e-1');
    expect(withEvent(open, null).toString()).toBe('kind=click');
  });

  it('offers the kinds that fit the package', () => {
    expect(kindsFor('web')).not.toContain('install');
    expect(kindsFor('app')).not.toContain('visit');
  });
});
