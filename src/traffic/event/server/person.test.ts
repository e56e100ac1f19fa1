import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { classifyDeviceId } from '#traffic/enrich/server/device.ts';
import { useClickHouse } from '../../../../test/support/use-clickhouse.ts';
import { deviceIdClass, personKey } from './person.ts';

const clickhouse = useClickHouse({ migrate: false });

const classes = async (ids: readonly string[]): Promise<string[]> =>
  (
    await clickhouse.query<{ class: string }>(
      sql`SELECT ${deviceIdClass(sql`id`)} AS class FROM (SELECT arrayJoin(${typed('Array(String)', ids)}) AS id)`,
    )
  ).map((row) => row.class);

test('the form of a device id is the same in SQL and in JavaScript', async () => {
  const known = [
    '',
    '-',
    'null',
    'N/A',
    'na',
    '(null)',
    'Unknown',
    '00000000-0000-0000-0000-000000000000',
    '0',
    'aaaa',
    'AAAAAAAA-aaaa-AAAA-aaaa-aaaaaaaaaaaa',
    'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d',
    'A1B2C3D4-E5F6-4A7B-8C9D-0E1F2A3B4C5D',
    'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5',
    '{gaid}',
    '9774d56d682e549c',
    '1788635967000-7669848784792440392',
    'abcdefgh',
    'deadbeef',
    'short',
    'with space 12345',
    '12345678-1234-1234-1234-123456789012',
    ' a1b2c3d4e5 ',
  ];
  expect(await classes(known)).toEqual(known.map(classifyDeviceId));
  const text = fc.string({
    unit: fc.constantFrom('0', '1', 'a', 'F', 'g', '-', '_', '.', '~', '{', 'é'),
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (ids) => {
      expect(await classes(ids)).toEqual(ids.map(classifyDeviceId));
    }),
    { numRuns: 40 },
  );
});

test('a person is a sound device id whatever its case, else an address with an agent, else nobody', async () => {
  const key = async (id: string, cls: string, ip: string, agent: string): Promise<number> => {
    const [row] = await clickhouse.query<{ person: string }>(sql`SELECT toString(${personKey()}) AS person
      FROM (SELECT ${typed('String', id)} AS device_id, ${typed('String', cls)} AS device_id_class, ${typed('IPv6', ip)} AS ip, ${typed('String', agent)} AS user_agent)`);
    return Number(row?.person);
  };
  expect(await key('AB', 'valid', '::', '')).toBe(await key('ab', 'valid', '::1', 'x'));
  expect(await key('', 'missing', '::1', 'x')).toBe(await key('zz', 'malformed', '::1', 'x'));
  expect(await key('', 'missing', '::1', 'x')).not.toBe(await key('', 'missing', '::1', 'y'));
  expect(await key('', 'missing', '::', 'x')).toBe(0);
});
