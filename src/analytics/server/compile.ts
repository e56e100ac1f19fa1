import type { Scope } from '#platform/server/access/scope.ts';
import { type MoneySql, REPORTED } from '#traffic/money/server/money-sql.ts';
import { countedFor, namesInRows } from '../contract/measure.ts';
import { DATASET_TABLES, type DatasetTables } from './datasets/registry.ts';
import { applyCondition } from './passes/apply-condition.ts';
import { applyRows } from './passes/apply-rows.ts';
import { applyScope } from './passes/apply-scope.ts';
import { applySearch } from './passes/apply-search.ts';
import { applySoFar } from './passes/apply-so-far.ts';
import { applyStanding } from './passes/apply-standing.ts';
import { resolveTimeGrain } from './passes/resolve-time-grain.ts';
import type { Pass, Query } from './query.ts';
import { type Question, suspectIn } from './question.ts';
import { SERVER_SHAPES } from './shapes/registry.ts';

/** What holds for every widget; its shape adds its own. */
const PASSES: readonly Pass[] = [resolveTimeGrain, applyStanding, applyCondition, applyRows, applySearch, applySoFar];

/** A widget and its filters as a query; the scope comes first and cannot be left out. */
export function compile(
  scope: Scope,
  question: Question,
  tables: DatasetTables = DATASET_TABLES,
  money: MoneySql = REPORTED,
): Query {
  const scoped = applyScope(scope, { ...start(question, tables), money }, question);
  const passes = [...PASSES, ...SERVER_SHAPES[question.widget.shape].passes];
  return passes.reduce((query, pass) => pass(query, question), scoped);
}

function start(question: Question, tables: DatasetTables): Omit<Query, 'money'> {
  const { board, widget, info } = question;
  const dataset = tables[board.dataset.table];
  if (!dataset) throw new RangeError(`No SQL for the table ${board.dataset.table}`);
  return {
    dataset,
    package: info.package_name,
    ...(widget.by ? { name: widget.by } : {}),
    ...(widget.keys ? { keys: widget.keys } : {}),
    underPublisher: widget.underPublisher ?? false,
    byDay: false,
    timeZone: info.time_zone,
    suspectIn: suspectIn(question),
    measures: countedFor(board.dataset.measures, namesInRows(board.dataset.measures, widget.extra)),
    where: [],
  };
}
