import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOCALE_CODES } from '#platform/contract/locales.ts';

/** What money is called; what it means is held by words-of-numbers.test.ts. */
it('what was paid for fraud, and what suspect events cost, has one name in every language: on boards, in lists, in a preview and in the glossary', () => {
  const src = join(import.meta.dirname, '../../src');
  const textsOf = (place: string, locale: string): Readonly<Record<string, string>> =>
    JSON.parse(readFileSync(join(src, `${place}.${locale}.json`), 'utf8'));
  for (const locale of LOCALE_CODES) {
    const {
      'measure.cost_at_risk': name = '',
      'measure.cost_suspect': suspect = '',
      'measure.spend': spend = '',
    } = textsOf('analytics/web/i18n/fields', locale);
    const [glossary, sources, publisher, rules, events] = [
      textsOf('domains/docs/web/i18n/glossary', locale),
      textsOf('traffic/sources/web/i18n/sources', locale),
      textsOf('traffic/sources/web/i18n/publisher', locale),
      textsOf('traffic/rule-sets/web/i18n/rules', locale),
      textsOf('traffic/event/web/i18n/traffic', locale),
    ];
    expect([glossary['at_risk'], sources['at_risk'], publisher['at_risk_all']], locale).toEqual([name, name, name]);
    const doubted = [glossary['suspect_spend'], sources['suspect_cost'], publisher['suspect_cost']];
    expect(doubted, locale).toEqual([suspect, suspect, suspect]);
    expect(rules['fraud_cost'], locale).toMatch(new RegExp(`^${name}\\W*\\{\\{currency\\}\\}`));
    expect([glossary['spend'], sources['spend'], publisher['spend']], locale).toEqual([spend, spend, spend]);
    // What a file says of one event is another number, and called otherwise.
    expect(glossary['reported_cost'], locale).toBe(events['column.cost']);
    expect([name, spend], locale).not.toContain(events['column.cost']);
  }
  const said = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /web\/i18n\/[a-z-]+\.en\.json$/.test(path))
    .flatMap((path) => Object.entries<string>(JSON.parse(readFileSync(join(src, path), 'utf8'))))
    .filter(([, text]) => /cost (at risk|of (the )?fraud)|fraud, \{\{currency/i.test(text));
  expect(said).toEqual([]);
});
