import { lazy, Suspense } from 'react';
import type { Row } from './column.ts';
import { type Part, TableRows, type TableRowsProps } from './table-rows.tsx';

/** Below this all rows are drawn: find-in-page, printing and tests see the whole table. */
const VIRTUAL_FROM = 80;
/** What stands until the code that scrolls long tables has come: more than any of them shows at once. */
const BEGINNING: Part = { first: 0, last: VIRTUAL_FROM - 1, scrollTo: () => undefined };

/** No board begins with a table this long. */
const LongBody = lazy(() => import('./long-body.tsx').then((m) => ({ default: m.LongBody })));

interface Props<R extends Row> extends TableRowsProps<R> {
  scroller: HTMLElement | null;
}

export function TableBody<R extends Row>({ scroller, ...props }: Props<R>) {
  const count = props.rows.length;
  if (count < VIRTUAL_FROM) return <TableRows {...props} />;
  return (
    <Suspense fallback={<TableRows {...props} part={BEGINNING} />}>
      <LongBody count={count} rowHeight={props.rowHeight} scroller={scroller}>
        {(part) => <TableRows {...props} part={part} />}
      </LongBody>
    </Suspense>
  );
}
