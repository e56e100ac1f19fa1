// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Condition } from '#platform/contract/condition.ts';
import { show } from '#platform/web/testing/render.tsx';
import refusals from '../../../../platform/web/i18n/refusals.en.json' with { type: 'json' };
import traffic from '../../../event/web/i18n/traffic.en.json' with { type: 'json' };
import conditions from '../i18n/conditions.en.json' with { type: 'json' };
import limits from '../i18n/limits.en.json' with { type: 'json' };
import why from '../i18n/why.en.json' with { type: 'json' };
import { ConditionBuilder } from './condition-builder.tsx';
import { conditionOf, pathOf, treeOf, withNode } from './condition-tree.ts';

let last: Condition = { all: [] };

function Host({ start, strict }: { start: Condition; strict: boolean }) {
  const [condition, setCondition] = useState(start);
  last = condition;
  return (
    <ConditionBuilder condition={condition} packageName="shop" timeZone="UTC" onChange={setCondition} strict={strict} />
  );
}
const open = (start: Condition, strict = false) =>
  show(<Host start={start} strict={strict} />, { conditions, why, refusals, limits, traffic });
const reading = (): string => document.querySelector('[aria-live]')?.textContent ?? '';

beforeEach(() => {
  // The network is what lies outside; suggestions are asked for and none come.
  vi.stubGlobal('fetch', async () => Response.json({ status: true, message: 'OK', data: [] }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SECONDS: Condition = { field: 'ctit_seconds', op: 'lt', value: 15 };

describe('the condition builder', () => {
  it('reads the condition out as it is typed', async () => {
    await open({ all: [{ field: 'publisher', op: 'eq', value: '' }, SECONDS] });
    expect(reading()).toBe('Holds when Publisher “…” and Click to install under 15 seconds');
    fireEvent.change(screen.getAllByLabelText('Value')[0] ?? document.body, { target: { value: 'Acme' } });
    expect(reading()).toBe('Holds when Publisher “Acme” and Click to install under 15 seconds');
    expect(last).toEqual({ all: [{ field: 'publisher', op: 'eq', value: 'Acme' }, SECONDS] });
  });

  it('adds comparisons and groups, and takes them out again', async () => {
    await open({ all: [SECONDS] });
    fireEvent.click(screen.getByRole('button', { name: 'Group' }));
    expect(last).toEqual({ all: [SECONDS, { any: [{ field: 'publisher', op: 'eq', value: '' }] }] });
    const [, inner] = screen.getAllByRole('group');
    if (!inner) throw new Error('no inner group');
    fireEvent.click(within(inner).getByRole('button', { name: 'Condition' }));
    fireEvent.click(within(inner).getAllByRole('button', { name: 'Remove this condition' })[0] ?? inner);
    expect(last).toEqual({ all: [SECONDS, { any: [{ field: 'publisher', op: 'eq', value: '' }] }] });
    fireEvent.click(within(inner).getByRole('button', { name: 'Remove group' }));
    expect(last).toEqual({ all: [SECONDS] });
  });

  it('offers the operators that fit the type of the field and keeps the value where it still fits', async () => {
    await open({ all: [SECONDS] });
    fireEvent.click(screen.getByLabelText('Comparison', { selector: 'input' }));
    const offered = (await screen.findAllByRole('option', { hidden: true })).map((option) => option.textContent);
    expect(offered).toContain('is at least');
    expect(offered).not.toContain('contains');
    fireEvent.click(screen.getByRole('option', { name: 'is over', hidden: true }));
    expect(last).toEqual({ all: [{ field: 'ctit_seconds', op: 'gt', value: 15 }] });
  });

  it('says at its place what the server would refuse', async () => {
    await open({ all: [{ field: 'ip', op: 'inNetwork', values: ['300.1.1.1/8'] }, SECONDS] }, true);
    const [first, second] = screen.getAllByRole('listitem');
    expect(first?.textContent).toContain('300.1.1.1/8 is not a network');
    expect(second?.textContent).not.toContain('is not a network');
  });

  it('says where an expression goes wrong', async () => {
    await open({ all: [SECONDS, { field: 'url', op: 'matches', value: '(a+)+' }] });
    expect(
      screen.getByText(
        'The expression (a+)+ is not taken. At character 5: repetition inside repetition is not allowed.',
      ),
    ).toBeDefined();
  });

  it('says what is not filled in only when asked to save', async () => {
    const start: Condition = { all: [{ field: 'publisher', op: 'eq', value: '' }] };
    const { unmount } = await open(start);
    expect(screen.queryByText('Fill in a value.')).toBeNull();
    unmount();
    await open(start, true);
    expect(screen.getByText('Fill in a value.')).toBeDefined();
  });

  it('shows turned-round groups as such and reads them with brackets', async () => {
    await open({
      all: [
        SECONDS,
        {
          not: {
            any: [
              { field: 'os', op: 'eq', value: 'iOS' },
              { field: 'ip', op: 'unknown' },
            ],
          },
        },
      ],
    });
    expect(reading()).toMatch(/^Holds when Click to install under 15 seconds and \(?not \(/);
    expect(screen.getAllByLabelText('How the parts count together', { selector: 'input' })[1]).toHaveProperty(
      'value',
      'None of',
    );
  });
});

describe('the tree behind it', () => {
  const all: Condition[] = [
    { all: [SECONDS] },
    { any: [SECONDS, { all: [{ field: 'os', op: 'known' }] }] },
    { not: { any: [SECONDS] } },
    { not: { all: [SECONDS, { field: 'os', op: 'unknown' }] } },
    { all: [{ not: { any: [{ not: { all: [SECONDS] } }] } }] },
  ];
  it.each(all.map((condition) => [JSON.stringify(condition), condition] as const))(
    'keeps %s as it is',
    (_text, condition) => {
      expect(conditionOf(treeOf(condition))).toEqual(condition);
    },
  );

  it('finds the path under which the server reports a fault, and changes exactly that place', () => {
    const root = treeOf({ all: [SECONDS, { not: { any: [SECONDS, SECONDS] } }] });
    expect(pathOf(root, [1, 1])).toBe('all.1.not.any.1');
    expect(conditionOf(withNode(root, [1, 0], null))).toEqual({ all: [SECONDS, { not: { any: [SECONDS] } }] });
  });
});
