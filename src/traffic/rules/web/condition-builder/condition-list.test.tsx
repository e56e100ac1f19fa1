// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Condition } from '#platform/contract/condition.ts';
import { show } from '#platform/web/testing/render.tsx';
import traffic from '../../../event/web/i18n/traffic.en.json' with { type: 'json' };
import conditions from '../i18n/conditions.en.json' with { type: 'json' };
import limits from '../i18n/limits.en.json' with { type: 'json' };
import why from '../i18n/why.en.json' with { type: 'json' };
import { ConditionList } from './condition-list.tsx';
import { useReader } from './use-reader.ts';

afterEach(cleanup);

const Read = ({ condition }: { condition: Condition }) => (
  <ConditionList reader={useReader('UTC')} condition={condition} />
);

it('a condition is read as a line for each comparison, those of a group under how they count together', async () => {
  const seconds: Condition = { field: 'ctit_seconds', op: 'lt', value: 15 };
  const named = (value: string): Condition => ({ field: 'publisher', op: 'eq', value });
  await show(<Read condition={{ all: [seconds, { any: [named('Acme'), named('Zeta')] }] }} />, {
    conditions,
    why,
    limits,
    traffic,
  });
  const [outer, inner] = screen.getAllByRole('list');
  expect(outer?.previousElementSibling?.textContent).toBe('All of');
  expect(inner?.previousElementSibling?.textContent).toBe('Any of');
  expect(inner?.closest('li')?.parentElement).toBe(outer);
  const lines = screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent);
  expect(lines).toEqual(['Click to install under 15 seconds', 'Any of', 'Publisher “Acme”', 'Publisher “Zeta”']);
});

it('a condition of one comparison is one line without a word about others', async () => {
  await show(<Read condition={{ all: [{ field: 'ctit_seconds', op: 'lt', value: 15 }] }} />, {
    conditions,
    why,
    limits,
    traffic,
  });
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText('Click to install under 15 seconds')).toBeTruthy();
});
