import { addDays } from '#platform/contract/date-range.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { rejudge as rejudgeRows } from '#traffic/judge/server/rejudge.ts';
import { command } from '../command.ts';
import { dayOf } from '../days.ts';

interface Args {
  package: string;
  /** Days in UTC; all by default. */
  from?: string;
  to?: string;
}

/**
 * Judges every event anew by its stored facts, without asking first which can have changed: settles a doubt whether
 * that choice (docs/judging.md) left one out. What differs is written and recorded; nothing should.
 */
export const rejudge = command<Args>({
  name: 'rejudge',
  async run({ clickhouse, database, clock }, args, print) {
    const now = clock.now();
    const known = (await packagesOf(database, systemScope(), now)).map((each) => each.package_name);
    if (!known.includes(args.package)) throw new Error(`There is no package ${args.package}`);
    const [from, to] = [dayOf(args.from, '--from'), dayOf(args.to, '--to')];
    if (from && to && from > to) throw new Error('--from lies after --to');
    const because = {
      cause: 'sweep' as const,
      operation: `rejudge command ${now.toISOString()}`,
      author: 'system',
      reason: 'adsieve rejudge',
      at: now,
    };
    const looked = await rejudgeRows(clickhouse, database, {
      package: args.package,
      where: sql`true`,
      ...(from ? { from: new Date(from) } : {}),
      ...(to ? { to: new Date(addDays(to, 1)) } : {}),
      because,
    });
    const changed = looked.filter((move) => move.from !== move.to);
    const sum = (moves: typeof looked): string =>
      moves.reduce((events, move) => events + move.events, 0).toLocaleString('en');
    print.line(`${args.package}: ${sum(looked)} events judged, ${sum(changed)} verdicts changed`);
    for (const move of changed)
      print.line(`  ${move.events.toLocaleString('en')} events from ${move.from} to ${move.to}`);
    return 0;
  },
});
