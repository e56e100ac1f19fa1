import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('lets in what fits, the rest in order, and never a small one past a large one that waits', async () => {
  const budget = new MemoryBudget();
  const entered: string[] = [];
  const enter = async (name: string, share: number) => {
    const leave = await budget.take(share);
    entered.push(name);
    return leave;
  };
  const a = await enter('a', 0.3);
  const b = await enter('b', 0.6);
  const c = enter('c', 0.5);
  const d = enter('d', 0.1);
  await settled();
  expect(entered).toEqual(['a', 'b']);
  a();
  await settled();
  expect(entered).toEqual(['a', 'b']);
  b();
  (await c)();
  (await d)();
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

test('shares that add up to the whole fit again after they were given back many times', async () => {
  const budget = new MemoryBudget();
  for (let n = 0; n < 1_000; n++) {
    const taken = await Promise.all([0.28, 0.34, 0.34].map((share) => budget.take(share)));
    for (const leave of taken) leave();
  }
});

test('who goes away while waiting leaves the queue', async () => {
  const budget = new MemoryBudget();
  const leave = await budget.take(1);
  const caller = new AbortController();
  const waiting = budget.take(0.5, caller.signal);
  const next = budget.take(0.2);
  caller.abort();
  await expect(waiting).rejects.toThrow();
  leave();
  (await next)();
  (await budget.take(1))();
});
