// @drawn one kind of facts among many
import { describe, expect, it } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { useSweptPackage } from '../../testing/use-swept-package.ts';

const { ch, sweep } = useSweptPackage('shop');

/** Clicks of people with browsers, each at an address of their own; of those at `hosted` hosts nothing else is odd. */
const clicks = (publisher: string, events: number, hosted: number, verified = 0) =>
  ch.command(sql`INSERT INTO traffic (row_id, package, kind, ts, publisher, sub_publisher, person, ip, ip_class, crawler_check, ua_class, verdict)
    SELECT generateUUIDv4(), 'shop', 'click', toDateTime64('2026-03-05 08:00:00', 3, 'UTC') + INTERVAL number * 60 SECOND,
      ${trusted(`'${publisher}'`)}, 's', cityHash64(${trusted(`'${publisher}'`)}, number),
      toIPv6(concat('::ffff:', IPv4NumToString(toUInt32(cityHash64(${trusted(`'${publisher}'`)}, number))))),
      if(number < ${trusted(String(hosted))}, 'datacenter', 'public'),
      if(number < ${trusted(String(verified))}, 'verified', ''), 'browser', 'clean'
    FROM numbers(${trusted(String(events))})`);

const called = () =>
  ch.query<{ publisher: string; ip_class: string; verdict: string; events: number }>(
    sql`SELECT toString(publisher) AS publisher, toString(ip_class) AS ip_class, toString(verdict) AS verdict, count() AS events
      FROM traffic WHERE has(hits, 'hosted_event') GROUP BY ALL ORDER BY ALL`,
  );

describe('the share of hosted addresses of a source', { timeout: 120_000 }, () => {
  it('makes its hosted events fraud, and leaves alone its others and the gateways of others', async () => {
    await clicks('servers', 90, 60);
    // A fifth of the people behind gateways is an office, no farm.
    for (const [index, name] of ['north', 'south', 'east', 'west'].entries()) await clicks(name, 300, 60 + index);
    await sweep({ from: '2026-03-01', to: '2026-03-16' });
    expect(await called()).toEqual([{ publisher: 'servers', ip_class: 'datacenter', verdict: 'fraud', events: 60 }]);
  });

  it('counts no crawler that proves itself, and is unknown below 30 events', async () => {
    await clicks('crawled', 90, 60, 60);
    await clicks('small', 29, 29);
    for (const name of ['north', 'south', 'east', 'west']) await clicks(name, 300, 6);
    await sweep({ from: '2026-03-01', to: '2026-03-16' });
    expect(await called()).toEqual([]);
  });
});
