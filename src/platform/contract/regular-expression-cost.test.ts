import { describe, expect, it } from 'vitest';
import { tangledCopies } from './regular-expression-cost.ts';

describe('copies of an expression in which several attempts may be under way', () => {
  it.each([
    ['a count after something it may contain', '[0-9].{50}q', 49],
    ['two of them', '[0-9].{1,90}[a-f].{1,90}q', 89 + 89],
    ['one after a loop that comes back to it', '=[a-z0-9]*[0-9][a-z0-9]{30}g', 29],
    ['a group, of which all characters count', 'a(?:[a-z]x){20}', 38],
    ['one behind a word, as many as words fit into it', 'clickid=.{41}q', 5],
    ['one behind an alternative', '(?:a|b)[a-z]{30}', 29],
    ['one in an alternative', 'x|[a-f][0-9a-f]{30}g', 29],
    ['at least so many', '[0-9].{50,}q', 49],
  ])('are counted: %s', (_what, expression, copies) => {
    expect(tangledCopies(expression)).toBe(copies);
  });

  it.each([
    ['letters', 'bot[0-9]+(?:crawl|spider)?'],
    ['a hash that may begin anywhere', '[0-9a-f]{32}'],
    ['one behind what it cannot contain', 'clickid=[0-9a-f]{32}$'],
    ['any characters from the first one on', '.{90}x'],
    ['one that begins at the start of the text', '^Mozilla/5\\.0 .{20,60}Chrome'],
    ['loops without a count', '.*foo.+bar'],
    ['an id whose parts are set apart', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
    ['a version', '(?i)chrome/[0-9]{1,3}\\.[0-9]{1,3}'],
  ])('are none in %s', (_what, expression) => {
    expect(tangledCopies(expression)).toBe(0);
  });
});
