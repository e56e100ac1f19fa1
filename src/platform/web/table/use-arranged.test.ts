import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { arranged } from './use-arranged.ts';

const column = (id: string, more: Partial<Column> = {}): Column => ({ id, header: id, kind: 'text', ...more });
const shown = (columns: readonly Column[]) => arranged(columns).map(({ id, width }) => [id, width]);

it('on a phone what is looked for stands behind the name, which is cut to leave it room', () => {
  expect(
    shown([
      column('name', { width: 260 }),
      column('events', { width: 100 }),
      column('money', { narrow: { place: 2, width: 96 } }),
      column('share', { width: 190, narrow: { place: 1, width: 120 } }),
    ]),
  ).toEqual([
    ['name', 110],
    ['share', 120],
    ['money', 96],
    ['events', 100],
  ]);
});

it('a moment that names the row keeps room for its time', () => {
  expect(shown([column('at', { kind: 'datetime', width: 210 }), column('n', { width: 70 })])).toEqual([
    ['at', 168],
    ['n', 70],
  ]);
});

it('a column may take the first place itself; what names the row follows those with a place', () => {
  expect(
    shown([
      column('time', { width: 204 }),
      column('verdict', { narrow: { place: 0, width: 100 } }),
      column('reason', { narrow: { place: 1, width: 90 } }),
      column('kind', { width: 80 }),
    ]).map(([id]) => id),
  ).toEqual(['verdict', 'reason', 'time', 'kind']);
  // A number is one as a whole only.
  expect(shown([column('number', { narrow: { place: 0, width: 146, whole: true } })])).toEqual([['number', 146]]);
});

it('a table without places keeps its order', () => {
  expect(shown([column('name', { width: 90 }), column('n', { width: 70 })])).toEqual([
    ['name', 90],
    ['n', 70],
  ]);
  expect(arranged([])).toEqual([]);
});
