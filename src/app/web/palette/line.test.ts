// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Line, nearest, shownGroups } from './line.ts';
import { useMark } from './use-mark.ts';

const line = (title: string, over: Partial<Line> = {}): Line => ({
  id: title,
  group: 'pages',
  title,
  detail: '',
  also: '',
  to: '/',
  ...over,
});
const titles = (lines: readonly Line[]): string[] => lines.map(({ title }) => title);

it('puts titles that begin with the question first, then words that do, then parts, then other words', () => {
  const lines = [
    line('Dashboard', { also: 'clicks' }),
    line('Impression, Double-click'),
    line('Fast click'),
    line('Click Dashboard'),
    line('Nothing of it'),
  ];
  expect(titles(nearest(lines, 'CLICK'))).toEqual([
    'Click Dashboard',
    'Fast click',
    'Impression, Double-click',
    'Dashboard',
  ]);
  expect(titles(nearest(lines, 'dashboard click'))).toEqual(['Dashboard', 'Click Dashboard']);
  expect(titles(nearest([line('Überblick')], 'uber'))).toEqual(['Überblick']);
  expect(titles(nearest([line('Fast alle', { also: 'individuelle Bots' })], 'vid'))).toEqual([]);
  expect(titles(nearest([line('Fast alle', { also: '/traffic/white-list' })], 'white-l'))).toEqual(['Fast alle']);
  expect(titles(nearest([line('概要', { also: '不正なクリックの一覧' })], 'クリック'))).toEqual(['概要']);
});

it('shows groups in one order, without those that have nothing', () => {
  const lines = [line('Fast click', { group: 'rules' }), line('Clicky', { group: 'names' }), line('Click', {})];
  expect(shownGroups(lines, 'click').map(({ group }) => group)).toEqual(['pages', 'names', 'rules']);
});

it('always marks a line when there is one, also of lines that come late, and the first again for another question', () => {
  const [a, b, c] = [line('a'), line('b'), line('c')];
  const { result, rerender } = renderHook(({ lines, text }) => useMark(lines, text), {
    initialProps: { lines: [] as Line[], text: 'x' },
  });
  expect(result.current.marked).toBeUndefined();
  rerender({ lines: [b, c], text: 'x' });
  expect(result.current.marked).toBe(b);
  act(() => result.current.step(1));
  expect(result.current.marked).toBe(c);
  rerender({ lines: [a, b, c], text: 'x' });
  expect(result.current.marked).toBe(c);
  act(() => result.current.step(1));
  expect(result.current.marked).toBe(a);
  act(() => result.current.step(-1));
  rerender({ lines: [a, b], text: 'x' });
  expect(result.current.marked).toBe(a);
  rerender({ lines: [b, c], text: 'xy' });
  expect(result.current.marked).toBe(b);
});
