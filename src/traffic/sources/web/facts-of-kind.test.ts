import { describe, expect, it } from 'vitest';
import { factsOfKind, isOfClicks } from './facts-of-kind.ts';

describe('the page of a publisher by kind', () => {
  const facts = ['impression', 'click', 'visit', 'event'].map((family) => ({ fact: `of ${family}`, family }));

  it('shows facts of the family of the chosen kind only', () => {
    expect(factsOfKind(facts, 'visit')).toEqual([{ fact: 'of visit', family: 'visit' }]);
    expect(factsOfKind(facts, 're_click')).toEqual([{ fact: 'of click', family: 'click' }]);
    expect(factsOfKind(facts, 'vast_request')).toEqual([]);
  });

  it('tells conversions beside clicks and what comes of them, and not beside visits', () => {
    expect(isOfClicks('click')).toBe(true);
    expect(isOfClicks('install')).toBe(true);
    expect(isOfClicks('web_event')).toBe(true);
    expect(isOfClicks('visit')).toBe(false);
    expect(isOfClicks('impression')).toBe(false);
  });
});
