import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { TestApp } from '../../../../test/support/use-app.ts';
import type { CreditedKind } from '../contract/changes.ts';
import { OCTOBER, SHARED } from './use-reattribution.ts';

const HOUR = 3_600_000;

interface Stored {
  row_id: string;
  kind: string;
  ms: number;
  day: string;
  publisher: string;
  device_id: string;
  click_id: string;
  touched: number | null;
  installed: number | null;
  verdict: string;
  reason: string;
  decision: string;
  attribution: string;
  install_type: string;
  handling: string;
  handling_reason: string;
  extra: Record<string, string>;
}

/** Every row of a package as it is stored. */
const storedRows = ({ context }: TestApp, name: string): Promise<Stored[]> =>
  context.clickhouse.query<Stored>(
    sql`SELECT toString(row_id) AS row_id, toString(kind) AS kind, toFloat64(toUnixTimestamp64Milli(ts)) AS ms,
        toString(toDate(ts, 'Europe/Berlin')) AS day, toString(publisher) AS publisher, device_id, click_id,
        if(isNull(click_time), NULL, toFloat64(toUnixTimestamp64Milli(assumeNotNull(click_time)))) AS touched,
        if(isNull(install_time), NULL, toFloat64(toUnixTimestamp64Milli(assumeNotNull(install_time)))) AS installed,
        toString(verdict) AS verdict, toString(reason) AS reason, toString(decision) AS decision, toString(attribution) AS attribution,
        toString(install_type) AS install_type, toString(handling) AS handling, toString(handling_reason) AS handling_reason, extra
      FROM traffic WHERE package = ${typed('String', name)}`,
  );

const HOURS: Record<string, number> = { '1d': 24, '12h': 12, '30d': 720 };
const secondOf = (ms: number): number => Math.floor(ms / 1000);

/** What becomes of one, worked out from the stored rows by no function of the product. */
function expected(
  one: Stored,
  rows: readonly Stored[],
  invalid: readonly string[],
): { change: string; credited: string } {
  const kept = { change: 'kept', credited: one.publisher };
  const isInvalid = invalid.includes(one.verdict);
  const isClaim = one.reason.startsWith('clk.') || one.reason === 'dev.click_mismatch';
  if (isInvalid && !(isClaim && one.publisher !== 'organic')) return { change: 'removed', credited: '' };
  if (one.publisher === 'organic' || (!isInvalid && one.decision === 'clean')) return kept;
  const at = one.kind === 'app_event' ? (one.installed ?? one.ms) : one.ms;
  const isBad = (touch: Stored): boolean =>
    touch.reason !== 'evt.inherited' && (invalid.includes(touch.verdict) || touch.handling === 'blocked');
  const own = rows.filter(
    (touch) =>
      (touch.kind === 'click' || touch.kind === 'impression') &&
      ((one.device_id !== SHARED && touch.device_id === one.device_id) ||
        (one.click_id !== '' && touch.click_id === one.click_id)),
  );
  const isOf = (touch: Stored, second: number) => touch.publisher === one.publisher && secondOf(touch.ms) === second;
  const byClick = own.filter(
    (touch) => one.click_id !== '' && touch.click_id === one.click_id && touch.publisher === one.publisher,
  );
  const bySecond = own.filter((touch) => one.touched !== null && isOf(touch, secondOf(one.touched)));
  const allBad = (twins: Stored[]): boolean => twins.length > 0 && twins.every(isBad);
  const hours = one.handling_reason === 'out_of_window' ? 0 : (HOURS[one.extra['attribution_lookback'] ?? ''] ?? 168);
  const isOver = hours === 0 || (one.touched !== null && at - one.touched >= hours * HOUR);
  if (!isInvalid && !allBad(byClick) && !allBad(bySecond) && !isOver) return kept;
  const left = own
    .filter((touch) => !isBad(touch) && !byClick.includes(touch) && !bySecond.includes(touch))
    .map((touch) => ({ isClick: touch.kind === 'click', ms: touch.ms, publisher: touch.publisher }));
  const told = [1, 2].flatMap((n) => {
    const field = (name: string) => one.extra[`contributor_${n}_${name}`] ?? '';
    const publisher = field('media_source');
    if (publisher === '' || publisher === 'Organic') return [];
    return [
      {
        isClick: field('touch_type') === 'click',
        ms: Date.parse(`${field('touch_time').replace(' ', 'T')}Z`),
        publisher,
      },
    ];
  });
  const [found] = [...left, ...told]
    .filter(({ ms, isClick }) => ms <= at && at - ms < (isClick ? 168 : 24) * HOUR)
    .filter(
      ({ publisher, ms }) => publisher !== one.publisher || !(isInvalid || secondOf(ms) === secondOf(one.touched ?? 0)),
    )
    .sort((a, b) => Number(b.isClick) - Number(a.isClick) || b.ms - a.ms || (a.publisher < b.publisher ? 1 : -1));
  if (!found) return { change: 'to_organic', credited: 'organic' };
  return { change: found.publisher === one.publisher ? 'kept' : 'moved', credited: found.publisher };
}

/** All of a kind, with what becomes of each. */
export async function expectedIn(
  app: TestApp,
  name: string,
  kind: CreditedKind,
  { from, to } = OCTOBER,
  invalid = ['fraud'],
) {
  const rows = await storedRows(app, name);
  const kinds = kind === 'install' ? ['install'] : ['app_event', 'web_event'];
  return rows
    .filter((each) => kinds.includes(each.kind) && each.day >= from && each.day <= to)
    .filter((each) => each.verdict !== 'filtered' && each.attribution === '' && each.install_type === '')
    .map((each) => ({ ...each, ...expected(each, rows, invalid) }));
}

/** What they come to by publisher. */
export function countsOf(outcomes: Awaited<ReturnType<typeof expectedIn>>) {
  const names = new Set(
    outcomes.flatMap(({ publisher, credited }) => [publisher, credited]).filter((name) => name !== ''),
  );
  const count = (test: (each: (typeof outcomes)[number]) => boolean): number => outcomes.filter(test).length;
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        attributed_by_source: count(({ publisher }) => publisher === name),
        removed_invalid: count(({ publisher, change }) => publisher === name && change === 'removed'),
        moved_out: count(({ publisher, change }) => publisher === name && change === 'moved'),
        to_organic: count(({ publisher, change }) => publisher === name && change === 'to_organic'),
        moved_in: count(
          ({ publisher, credited, change }) => publisher !== name && credited === name && change !== 'kept',
        ),
        final: count(({ credited }) => credited === name),
      },
    ]),
  );
}
