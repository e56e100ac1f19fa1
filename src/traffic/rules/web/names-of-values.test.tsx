// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { MessageValues } from '#platform/contract/message.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { show } from '#platform/web/testing/render.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import type { RefusalCode } from '#traffic/rules/contract/refusals.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { checkRuleSet } from '../server/check-rule-set.ts';
import { refuse } from '../server/refuse.ts';
import { defaultRuleSet } from '../server/registry.ts';
import { ruleWords } from '../testing/rule-words.ts';
import { RuleNames } from './names-of-values.tsx';
import { REFUSAL_TEXTS } from './texts.ts';

const FILES = import.meta.glob<Record<string, string>>('../../../{platform,traffic/*}/web/i18n/*.json', {
  eager: true,
  import: 'default',
});
const textsIn = (language: string): Record<string, Record<string, string>> => ({
  ...Object.fromEntries(
    REFUSAL_TEXTS.map((name) => [
      name,
      // Refusals lie with those who refuse: rules name conditions, which are the platform's.
      Object.fromEntries(
        Object.entries(FILES).flatMap(([path, texts]) =>
          path.endsWith(`/${name}.${language}.json`) ? Object.entries(texts) : [],
        ),
      ),
    ]),
  ),
  ...ruleWords(language),
});

function Said({ error }: { error: ApiError }) {
  return <output>{useErrorText()(error)}</output>;
}
const said = async (code: RefusalCode, values: MessageValues, language: string): Promise<string | null> => {
  const error = new ApiError('refused', refuse(code, values).message, { status: 422, told: { code, values } });
  await show(
    <RuleNames>
      <Said error={error} />
    </RuleNames>,
    textsIn(language),
    '/',
    language,
  );
  return screen.getByRole('status').textContent;
};
afterEach(cleanup);

const set = defaultRuleSet();
const limits = (values: Record<string, number>, publishers = {}) => ({
  rules: { ...set.rules, short_install_time: { mode: 'on' as const, limits: values, publishers } },
});
const own = (when: CustomRule['when']): Pick<typeof set, 'rules' | 'custom'> => ({
  rules: set.rules,
  custom: [
    { id: 'custom.mine', title: 'Bots: mine', reason: 'clk.frequency', kinds: ['click'], mode: 'suspect', when },
  ],
});

describe('a refusal of rules', () => {
  it.each([
    [
      limits({ fraudSeconds: 500 }),
      'Installation zu kurz nach dem Klick: „Betrug bei CTIT unter“ liegt zwischen 1 Sekunde und 60 Sekunden.',
    ],
    [
      limits({}, { Alpha: { limits: { fraudSeconds: 30 } } }),
      'Installation zu kurz nach dem Klick, Alpha: „Verdächtig bei CTIT unter“ (10 Sekunden) darf nicht unter „Betrug bei CTIT unter“ (30 Sekunden) liegen.',
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
