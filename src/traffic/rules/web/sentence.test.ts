import { describe, expect, it } from 'vitest';
import type { Explanation } from '#traffic/rules/contract/explanation.ts';
import { oddsWords } from '#traffic/rules/contract/quantity.ts';
import {
  because,
  headline,
  shownSignals,
  signalsByField,
  strengthWords,
  whatWouldBeClean,
} from '#traffic/rules/contract/sentence.ts';
import { rule, shortInstall, signal, wordsIn } from '../testing/explained.ts';
import { partnerText } from './partner-text.ts';

const explanation = (part: Partial<Explanation>): Explanation => ({
  verdict: 'fraud',
  reason: 'clk.injection',
  decidedBy: 'rules',
  chosenBy: 'only',
  decision: 'none',
  whiteList: null,
  source: null,
  ruleVersion: 3,
  rules: [shortInstall(3)],
  ...part,
});
const dataCenter = explanation({ reason: 'net.datacenter', rules: [rule({ reason: 'net.datacenter' })] });

describe('a probability', () => {
  it('is said as people say it, also where it is tiny', async () => {
    const { t } = await wordsIn('en');
    const said = [0.25, 1 / 2_300, 0.000001, 1.9e-72, 0].map((chance) => oddsWords(t, 'en', chance));
    expect(said).toEqual([
      '25\u00a0%',
      '1 in 2,300',
      '1 in 1,000,000',
      'less than 1 in a million',
      'less than 1 in a million',
    ]);
  });
});

describe('the sentence of the why-card', () => {
  it('begins with the verdict and its reason in every language', async () => {
    const said: string[] = [];
    for (const locale of ['en', 'de', 'es', 'fr', 'ja', 'zh'])
      said.push(headline(await wordsIn(locale), explanation({})));
    expect(said).toEqual([
      'Fraud: Click injection.',
      'Betrug: Click Injection.',
      'Fraude: Inyección de clics.',
      'Fraude : Injection de clics.',
      '不正:クリックインジェクション',
      '欺诈：点击注入',
    ]);
  });

  it('names the proof of this event, and stays general when it is not known', async () => {
    const words = await wordsIn('en');
    expect(because(words, dataCenter, (column) => (column === 'as_name' ? 'DigitalOcean' : ''))).toBe(
      'The address belongs to DigitalOcean, a hosting network. Servers live there, people do not.',
    );
    expect(because(words, dataCenter)).toBe(
      'The address belongs to a hosting network. Servers live there, people do not.',
    );
  });

  it('says that blind rules saw nothing instead of calling the event checked', async () => {
    const blind = rule({ outcome: 'blind', verdict: null, missing: ['click_time'] });
    const clean = explanation({ verdict: 'clean', reason: '', decidedBy: 'nothing', chosenBy: null, rules: [blind] });
    expect(because(await wordsIn('en'), clean)).toContain('1 of 1 could not look');
  });

  it('tells who decided when it was not the rules', async () => {
    const words = await wordsIn('de');
    expect(because(words, explanation({ decidedBy: 'human', decision: 'clean', verdict: 'clean' }))).toContain(
      'Eine Person',
    );
    const listed = explanation({
      verdict: 'clean',
      reason: '',
      decidedBy: 'white_list',
      whiteList: { id: 4, reason: 'Büro' },
    });
    expect(because(words, listed)).toContain('Büro');
    expect(headline(words, listed)).toBe('Sauber: auf der Whitelist.');
  });

  it('ends with what would have made it clean', async () => {
    expect(whatWouldBeClean(await wordsIn('en'), explanation({}))).toBe(
      'It would be clean with Click to install: at least 10 seconds (here: 3 seconds).',
    );
    expect(whatWouldBeClean(await wordsIn('de'), explanation({}))).toBe(
      'Es wäre sauber mit Klick bis Installation: mindestens 10 Sekunden (hier: 3 Sekunden).',
    );
    const words = await wordsIn('en');
    const [change] = explanation({}).rules.flatMap(({ whatWouldBeClean: changes }) => changes);
    if (!change) throw new Error('Nothing would change it');
    const asking = (limit: number) => rule({ whatWouldBeClean: [{ ...change, limit }] });
    // Two rules that ask for more of the same ask once, for most.
    expect(whatWouldBeClean(words, explanation({ rules: [asking(5), asking(10)] }))).toBe(
      'It would be clean with Click to install: at least 10 seconds (here: 3 seconds).',
    );
    expect(whatWouldBeClean(words, explanation({ rules: [rule({})] }))).toContain('No value of this event alone');
    expect(whatWouldBeClean(words, explanation({ decidedBy: 'human', decision: 'fraud' }))).toContain(
      'Taking the mark',
    );
    expect(whatWouldBeClean(words, explanation({ decidedBy: 'nothing', verdict: 'clean', rules: [] }))).toBe('');
  });

  it('says in a word how strong a statistic is, and what that means; nothing where it was not measured', async () => {
    const [en, de] = [await wordsIn('en'), await wordsIn('de')];
    const said = (wrong: number) => strengthWords(en, { strength: { wrong, of: 'fraud' } }).split(':')[0];
    expect([1.5, 4, 5, 31.5, 88].map(said)).toEqual(['Overwhelming', 'Overwhelming', 'Strong', 'Moderate', 'Weak']);
    expect(strengthWords(en, { strength: { wrong: 1.5, of: 'fraud' } })).toContain('at most 1.5 are expected');
    expect(strengthWords(de, { strength: { wrong: 31.5, of: 'evidence' } })).toMatch(
      /^Mittelstark: .* höchstens 31,5 echt/,
    );
    expect(strengthWords(en, { strength: null })).toBe('');
  });

  it('leaves out guards and repetitions, and puts limits of one value together', () => {
    expect(shownSignals(shortInstall(3)).map(({ op }) => op)).toEqual(['lt']);
    const twice = signal({ field: 'ip_class', op: 'eq', limit: 'datacenter', observed: 'datacenter' });
    const between = [
      signal({ field: 'clicks_1h', op: 'gt', limit: 6, observed: 9 }),
      signal({ field: 'clicks_1h', op: 'lte', limit: 60, observed: 9 }),
    ];
    const many = rule({ cases: [{ verdict: 'fraud', holds: true, signals: [twice, twice, ...between] }] });
    expect(signalsByField(many).map((signals) => signals.length)).toEqual([1, 2]);
  });

  it('of alternatives of one value names only what was crossed: a card never says that a crossed limit was not met', () => {
    const offset = { field: 'ctit_seconds', observed: -7.19 };
    const alternatives = [
      signal({ ...offset, op: 'gt', limit: 3.5, holds: false }),
      signal({ ...offset, op: 'lt', limit: -3.5, holds: true }),
    ];
    const either = rule({ cases: [{ verdict: 'fraud', holds: true, signals: alternatives }] });
    expect(signalsByField(either).map(([first, ...more]) => [first.op, first.holds, more.length])).toEqual([
      ['lt', true, 0],
    ]);
    // Of another field, one that is not met says what was looked at beside it.
    const beside = signal({ field: 'ua_class', op: 'eq', limit: 'empty', observed: 'library', holds: false });
    const two = rule({ cases: [{ verdict: 'fraud', holds: true, signals: [...alternatives, beside] }] });
    expect(signalsByField(two).map(([first]) => first.field)).toEqual(['ctit_seconds', 'ua_class']);
  });

  it('gives a partner values and identifiers, never limits or lists', async () => {
    const text = partnerText(await wordsIn('en'), explanation({}), {
      title: 'Shop: Install',
      shown: (column) => ({ click_id: 'c-1', publisher: 'North' })[column] ?? '',
    });
    expect(text).toBe(
      [
        'Shop: Install',
        '',
        'Fraud: Click injection. The click was fired when the person had already decided to install. (SIVT)',
        'Click to install: 3 seconds',
        '',
        'Publisher: North',
        'Click id: c-1',
      ].join('\n'),
    );
  });
});
