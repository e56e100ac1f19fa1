import { type Rate, wilson } from '../statistics.ts';
import type { EventTally, ReasonCount } from '../tally.ts';
import { DETERMINISTIC, UNSEEN } from '../truth.ts';
import { table, whole, withInterval } from './tables.ts';

const NOTHING: ReasonCount = { right: 0, otherwise: 0, valid: 0, validOf: new Map(), fraud: 0 };

/** Of the events called, those that are invalid. */
export function eventPrecision({ called }: EventTally): Rate {
  const counts = [...called.values()];
  const invalid = sum(counts.map(({ right, otherwise }) => right + otherwise));
  return wilson(invalid, invalid + sum(counts.map(({ valid }) => valid)));
}

/** Of the invalid events whose row or short window gives them away, those called for whatever reason. */
export function eventRecall({ given }: EventTally): Rate {
  const rows = [...given].filter(([truth]) => DETERMINISTIC.has(truth)).map(([, row]) => row);
  const all = sum(rows.map((row) => sum([...row.values()])));
  return wilson(all - sum(rows.map((row) => row.get('') ?? 0)), all);
}

/** Of the events truly invalid for a reason, those called for whatever reason. */
export function reasonRecall({ given }: Pick<EventTally, 'given'>, reason: string): Rate {
  const row = given.get(reason);
  const truly = row ? sum([...row.values()]) : 0;
  return wilson(truly - (row?.get('') ?? 0), truly);
}

/** One row per reason that was true or given, deterministic ones first. */
export function reasonTable(tally: EventTally): string {
  const reasons = new Set([...tally.called.keys(), ...[...tally.given.keys()].filter((reason) => reason !== '')]);
  reasons.delete(UNSEEN);
  const ordered = [...reasons].sort(
    (a, b) => Number(DETERMINISTIC.has(b)) - Number(DETERMINISTIC.has(a)) || (a < b ? -1 : 1),
  );
  return table(
    [
      'Reason',
      'decided on',
      'truly:',
      'called:',
      'precision',
      'recall',
      'right reason:',
      'false-positive rate:',
      'as fraud:',
      'valid ones called were of',
    ],
    ordered.map((reason) => {
      const { right, otherwise, valid, validOf, fraud } = tally.called.get(reason) ?? NOTHING;
      const called = right + otherwise + valid;
      const recall = reasonRecall(tally, reason);
      return [
        `\`${reason}\``,
        DETERMINISTIC.has(reason) ? 'event' : 'source',
        whole(recall.of),
        whole(called),
        withInterval(wilson(right + otherwise, called)),
        withInterval(recall),
        called === 0 ? '–' : `${((right / called) * 100).toFixed(1)} %`,
        `${((valid / Math.max(1, tally.valid)) * 100).toFixed(3)} %`,
        called === 0 ? '–' : `${((fraud / called) * 100).toFixed(0)} %`,
        topOf(validOf),
      ];
    }),
  );
}

/** Each rule that hit, whether or not it decided anything. */
export function ruleTable({ hits, valid }: EventTally): string {
  return table(
    ['Rule', 'hits:', 'invalid ones:', 'of valid events:', 'valid ones hit were of'],
    [...hits]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, count]) => {
        const all = count.valid + count.invalid;
        const of = `${((count.valid / Math.max(1, valid)) * 100).toFixed(3)} %`;
        return [`\`${rule}\``, whole(all), `${((count.invalid / all) * 100).toFixed(1)} %`, of, topOf(count.validOf)];
      }),
  );
}

const topOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** True first reason against the reason given, in percent of the row; entries under half a percent are left out. */
export function eventConfusion({ given }: EventTally): string {
  const rows = [...given].sort(([a], [b]) => (a < b ? -1 : 1));
  return table(
    ['True reason', 'events:', 'clean:', 'called as'],
    rows.map(([truth, row]) => {
      const all = sum([...row.values()]);
      const found = [...row]
        .filter(([reason, count]) => reason !== '' && count / all >= 0.005)
        .sort((a, b) => b[1] - a[1])
        .map(([reason, count]) => `${reason} ${((count / all) * 100).toFixed(1)} %`);
      const clean = `${(((row.get('') ?? 0) / all) * 100).toFixed(1)} %`;
      return [
        truth === '' ? 'valid' : truth === UNSEEN ? 'invalid, unseen on its row' : truth,
        whole(all),
        clean,
        found.join(', '),
      ];
    }),
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
