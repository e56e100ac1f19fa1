import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { packagesOf } from '#platform/server/access/packages.ts';
import type { VerdictChange } from '#traffic/judge/server/verdict-changes.ts';
import { refillPackage } from '#traffic/sources/server/sweep/refill.ts';
import { sweepPackage } from '#traffic/sources/server/sweep/sweep-package.ts';
import { command, type Printer } from '../command.ts';
import { dayOf } from '../days.ts';
import { OPERATOR } from '../operator.ts';

interface Args {
  /** All packages when absent. */
  package?: string;
  /** Days in UTC; the last eight by default. */
  from?: string;
  to?: string;
  /** Make the facts of stored events anew before; all days by default. */
  refill?: boolean;
}

const DEFAULT_DAYS = 8;

export const sweep = command<Args>({
  name: 'sweep',
  async run({ clickhouse, database, clock, jobs }, args, print) {
    const stores = { clickhouse, database };
    const now = clock.now();
    const to = dayOf(args.to, '--to') ?? todayIn('UTC', now);
    const from = dayOf(args.from, '--from') ?? addDays(to, 1 - DEFAULT_DAYS);
    if (from > to) throw new Error('--from lies after --to');
    const known = (await packagesOf(OPERATOR, database, now)).map((each) => each.package_name);
    if (args.package !== undefined && !known.includes(args.package))
      throw new Error(`There is no package ${args.package}`);
    const names = args.package === undefined ? known : [args.package];
    if (args.refill) {
      for (const name of names) {
        const span = { from: dayOf(args.from, '--from'), to: dayOf(args.to, '--to') };
        const cause = {
          kind: 'sweep' as const,
          operation: `refill command ${now.toISOString()}`,
          author: 'system',
          at: now,
          reason: 'adsieve sweep --refill',
        };
        const onStep = async (_: unknown, share: number) => print.progress(`${name}: ${Math.round(100 * share)} %`);
        const changes = await refillPackage(stores, { package: name, ...span, cause }, { onStep });
        print.line(`${name}: facts made anew`);
        tell(changes, print);
      }
      await jobs.figuresChanged();
      return 0;
    }
    for (const name of names) {
      const cause = {
        kind: 'sweep' as const,
        operation: `sweep command ${now.toISOString()}`,
        author: 'system',
        at: now,
        reason: `adsieve sweep ${from} to ${to}`,
      };
      const result = await sweepPackage(
        stores,
        { package: name, from, to, cause },
        {
          onStep: async ({ day: reached }, share) =>
            print.progress(`${name}: ${Math.round(100 * share)} %  ${reached}`),
        },
      );
      print.line(`${name}: ${result.swept} days swept, facts of ${result.sources} sources changed`);
      tell(result.changes, print);
    }
    await jobs.figuresChanged();
    return 0;
  },
});

function tell(changes: readonly VerdictChange[], print: Printer): void {
  for (const { from, to, events } of changes)
    print.line(`  ${events.toLocaleString('en')} events from ${from} to ${to}`);
}
