import { addDays } from '#platform/contract/date-range.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import { countEvents, rejudge as rejudgeRows } from '#traffic/judge/server/rejudge.ts';
import { command } from '../command.ts';
import { dayOf } from '../days.ts';
import { OPERATOR } from '../operator.ts';

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
  async run({ clickhouse, database, clock, jobs }, args, print) {
    const now = clock.now();
    const known = (await packagesOf(OPERATOR, database, now)).map((each) => each.package_name);
    if (!known.includes(args.package)) throw new Error(`There is no package ${args.package}`);
    const [from, to] = [dayOf(args.from, '--from'), dayOf(args.to, '--to')];
    if (from && to && from > to) throw new Error('--from lies after --to');
    const span = {
      ...(from ? { from: new Date(from) } : {}),
      ...(to ? { to: new Date(addDays(to, 1)) } : {}),
    };
    const judged = await countEvents(clickhouse, { package: args.package, ...span });
    const changed = await rejudgeRows(
      { clickhouse, database },
      {
        package: args.package,
        ...span,
        changed: 'anything',
        cause: {
          kind: 'sweep',
          operation: `rejudge command ${now.toISOString()}`,
          author: 'system',
          reason: 'adsieve rejudge',
          at: now,
        },
      },
      { onStep: async (_, share) => print.progress(`${args.package}: ${Math.round(100 * share)} %`) },
    );
    await jobs.figuresChanged();
    const changes = changed.reduce((sum, move) => sum + move.events, 0);
    print.line(
      `${args.package}: ${judged.toLocaleString('en')} events judged, ${changes.toLocaleString('en')} verdicts changed`,
    );
    for (const move of changed)
      print.line(`  ${move.events.toLocaleString('en')} events from ${move.from} to ${move.to}`);
    return 0;
  },
});
