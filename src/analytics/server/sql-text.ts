import { type Scope, systemScope } from '#platform/server/access/scope.ts';
import { render, type Sql } from '#platform/server/clickhouse/sql.ts';
import type { AnyBoard } from '../contract/board.ts';
import type { Widget } from '../contract/widget.ts';
import { statementsOf } from './answers.ts';
import { compile } from './compile.ts';
import type { Question } from './question.ts';

/** A question that is the same on every machine, as screens ask it. */
export const sampleQuestion = (board: AnyBoard, widget: Widget<string>): Question => ({
  board,
  widget,
  filters: {
    package: 'sample',
    from: '2024-03-01',
    to: '2024-03-07',
    where: {},
    search: '',
    page: 1,
    compare: false,
    counts: 'parts',
  },
  now: new Date('2024-03-07T12:00:00Z'),
  info: {
    package_name: 'sample',
    package_title: 'Sample',
    platform: board.dataset.platform ?? 'web',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    suspect_counts_as: 'clean',
    demo: false,
    today: '2024-03-07',
  },
});

/** What the engine is asked for a widget, as it is committed, reviewed and measured. */
export const statementsFor = (scope: Scope, question: Question): Sql[] => statementsOf(compile(scope, question));

/** The SQL of every widget of a board; several widgets share a statement, which is run once for all of them. */
export const sqlTextOf = (board: AnyBoard): string =>
  board.widgets
    .map((widget) => {
      const asked = statementsFor(systemScope(), sampleQuestion(board, widget));
      return `-- ${widget.id}: ${widget.title}\n${asked.map((statement) => `${render(statement).query};\n`).join('')}`;
    })
    .join('\n');

/** Where the text of a board lies, from the root of the repository. */
export const sqlPathOf = (board: AnyBoard): string => `src/analytics/server/sql/${board.id}.sql`;
