// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CONDITION_PROBLEMS } from '#platform/contract/condition-check.ts';
import { PATTERN_FAULTS } from '#platform/contract/regular-expression.ts';
import type { ToldValues } from '#platform/contract/told.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { show } from '#platform/web/testing/render.tsx';
import { REFUSALS, type RefusalCode, refusalText } from '#traffic/event/contract/refusals.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { checkRuleSet } from '../server/check-rule-set.ts';
import { defaultRuleSet } from '../server/registry.ts';
import { ruleWords } from '../testing/rule-words.ts';
import { REFUSAL_TEXTS } from './texts.ts';
import { useRefusalText } from './use-refusal-text.ts';

const FILES = import.meta.glob<Record<string, string>>('../../*/web/i18n/*.json', { eager: true, import: 'default' });
const textsIn = (language: string): Record<string, Record<string, string>> => ({
  ...Object.fromEntries(
    REFUSAL_TEXTS.map((name) => [
      name,
      Object.entries(FILES).find(([path]) => path.endsWith(`/${name}.${language}.json`))?.[1] ?? {},
    ]),
  ),
  ...ruleWords(language),
});
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

function Said({ error }: { error: ApiError }) {
  return <output>{useRefusalText()(error)}</output>;
}
const said = async (code: RefusalCode, values: ToldValues, language: string): Promise<string | null> => {
  const error = new ApiError('refused', refusalText(code, values), { status: 422, told: { code, values } });
  await show(<Said error={error} />, textsIn(language), '/', language);
  return screen.getByRole('status').textContent;
};
afterEach(cleanup);

const set = defaultRuleSet();
const limits = (values: Record<string, number>, publishers = {}) => ({
  rules: { ...set.rules, short_install_time: { mode: 'on' as const, limits: values, publishers } },
});
const own = (when: CustomRule['when']) => ({
  rules: set.rules,
  custom: [
    { ...{ id: 'custom.mine', title: 'Bots: mine', reason: 'clk.frequency' as const }, kinds: ['click' as const] },
  ].map((rule): CustomRule => ({ ...rule, mode: 'suspect', when })),
});

describe('a refusal of rules', () => {
  it.each([
    [
      limits({ fraudSeconds: 500 }),
      'Installation zu kurz nach dem Klick: „Unmöglich unter“ liegt zwischen 1 Sekunde und 60 Sekunden.',
    ],
    [
      limits({}, { Alpha: { limits: { fraudSeconds: 30 } } }),
      'Installation zu kurz nach dem Klick, Alpha: „Verdächtig unter“ (10 Sekunden) darf nicht unter „Unmöglich unter“ (30 Sekunden) liegen.',
    ],
    [own({ field: 'moon_phase', op: 'known' }), 'Bots: mine: Es gibt kein Feld moon_phase.'],
    [
      own({ all: [{ field: 'os', op: 'known' }, { any: [{ field: 'url', op: 'matches', value: '(a+)+' }] }] }),
      'Bots: mine, Bedingung 2.1: Der Ausdruck (a+)+ geht so nicht. Bei Zeichen 5: Wiederholung in Wiederholung ist nicht erlaubt.',
    ],
  ])('is said in the reader’s language, with the names the screen has (%#)', async (ruleSet, text) => {
    const [problem] = checkRuleSet(ruleSet);
    expect(problem && (await said(problem.code, problem.values, 'de'))).toBe(text);
  });

  it('keeps the words of the server where they are of no list', async () => {
    await show(
      <Said error={new ApiError('refused', 'Bring your own words', { status: 422 })} />,
      textsIn('de'),
      '/',
      'de',
    );
    expect(screen.getByRole('status').textContent).toBe('Bring your own words');
  });
});

it.each(['en', 'de', 'es', 'fr', 'ja', 'zh'])('every refusal has a text with all its values in %s', (language) => {
  const texts = textsIn(language)['refusals'] ?? {};
  const english = { ...REFUSALS, ...CONDITION_PROBLEMS, ...PATTERN_FAULTS };
  expect(
    Object.entries(english).filter(([code, text]) => String(holes(texts[code] ?? 'none')) !== String(holes(text))),
  ).toEqual([]);
});
