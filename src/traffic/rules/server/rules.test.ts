import { describe, expect, test } from 'vitest';
import { CASES_OF_CLIENTS, type Case, type Outcome } from '../testing/cases-of-clients.ts';
import { CASES_OF_REPORTS } from '../testing/cases-of-reports.ts';
import { defaultRuleSet, RULES } from './registry.ts';
import { planRules } from './rule-plan.ts';
import { compileHits } from './verdict.ts';

const CASES: Record<string, readonly Case[]> = { ...CASES_OF_CLIENTS, ...CASES_OF_REPORTS };
const plan = planRules(defaultRuleSet());

test('every rule on arrival has its cases', () => {
  const arrival = RULES.filter(({ stage }) => stage === 'arrival').map(({ id }) => id);
  expect(Object.keys(CASES).sort()).toEqual(arrival.sort());
});

describe.each(Object.entries(CASES))('%s', (id, cases) => {
  const findHits = compileHits(plan.filter((rule) => rule.id === id));
  test.each(cases)('%s with %j is %s', (kind, facts, outcome) => {
    expect(findHits({ kind, ...facts })[0]?.verdict ?? null).toBe(outcome);
  });
});

describe('a limit of the package', () => {
  const outcomeUnder = (limit: number, ctit: number): Outcome => {
    const set = defaultRuleSet();
    const rules = { ...set.rules, short_install_time: { mode: 'on' as const, limits: { suspectSeconds: limit } } };
    return compileHits(planRules({ ...set, rules }))({ kind: 'install', ctit_seconds: ctit })[0]?.verdict ?? null;
  };

  test('takes the place of the default', () => {
    expect([outcomeUnder(15, 14), outcomeUnder(15, 15)]).toEqual(['suspect', null]);
  });

  test('out of bounds counts as the bound, not a number as the default', () => {
    expect([outcomeUnder(1e9, 599), outcomeUnder(1e9, 600)]).toEqual(['suspect', null]);
    expect([outcomeUnder(Number.NaN, 9), outcomeUnder(Number.NaN, 10)]).toEqual(['suspect', null]);
  });
});

describe('publishers with settings of their own', () => {
  const limits = { fraudSeconds: 5, suspectSeconds: 10 };
  const planned = planRules({
    version: 1,
    rules: {
      short_install_time: {
        mode: 'on',
        limits,
        publishers: {
          Alpha: { limits: { fraudSeconds: 3 } },
          Beta: { mode: 'on', limits: { suspectSeconds: 10, fraudSeconds: 3 } },
          Gamma: { mode: 'mark' },
        },
      },
    },
  });

  test('are one case where they are set alike, so that hundreds of them are read by the engine as few', () => {
    // Two grades each for Alpha and Beta together, for Gamma, and for all others.
    expect(planned[0]?.cases).toHaveLength(6);
    const hits = compileHits(planned);
    const under = (publisher: string): unknown =>
      hits({ kind: 'install', ctit_seconds: 4, publisher }).map(({ verdict, decides }) => [verdict, decides]);
    expect(['Alpha', 'Beta', 'Gamma', 'Delta', ''].map(under)).toEqual([
      [['suspect', true]],
      [['suspect', true]],
      [['fraud', false]],
      [['fraud', true]],
      [['fraud', true]],
    ]);
  });
});

test('a rule the stored set does not name is off, so an update of the product changes no old version', () => {
  expect(planRules({ version: 1, rules: {} })).toEqual([]);
});

test('the plan is in the order of reasons', () => {
  expect(plan[0]?.reason).toBe('clk.forged');
  expect(plan.at(-1)?.reason).toBe('human.refused');
});
