// @drawn one form of files among many
import { beforeEach, describe, expect, test } from 'vitest';
import { ANDROID_API_LEVELS, ANDROID_NEWEST, SYSTEM_RELEASES } from '#traffic/lists/server/data/system-releases.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { previewImport } from './preview.ts';
import { sampleOfBytes } from './sources/read-sample.ts';

const imports = useImports();
beforeEach(() => imports.clear());

/** An install for each system and version; ids, addresses and times apart, so that nothing else is odd about them. */
const file = (devices: readonly (readonly [os: string, version: string])[]): string =>
  `time,event,publisher,gaid,os,os_version,ip\n${devices
    .map(
      ([os, version], n) =>
        `2026-11-${String(1 + (n % 20)).padStart(2, '0')} 10:00:${String(n % 60).padStart(2, '0')},install,net,38400000-8cf0-11bd-b23e-10b96e4${String(10_000 + n)},${os},${version},91.64.${n % 200}.7\n`,
    )
    .join('')}`;
const previewOf = async (text: string, mapping?: Parameters<typeof previewImport>[0]['mapping']) =>
  previewImport({
    clickhouse: imports.deps.clickhouse,
    packageName: PACKAGE,
    fileName: 'installs.csv',
    timeZone: 'UTC',
    sample: await sampleOfBytes(Buffer.from(text), 'installs.csv'),
    ...(mapping ? { mapping } : {}),
  });
const warned = async (text: string) => (await previewOf(text)).warnings.filter(({ code }) => code.includes('levels'));
const stored = () =>
  imports.rows<{ declared_os: string; declared_os_version: string; verdict: string; reason: string }>(
    'declared_os, declared_os_version, verdict, reason',
  );

const LEVELS = ['29', '33', '34', '35', '36', '30', '31', '28', '26', '33', '34', '35'];

describe('versions that no system has', () => {
  test('make a single event suspect, each by its own; real ones, and those to come, are left alone', async () => {
    const real = [
      ['Android', '14'],
      ['Android', '10'],
      ['Android', '4.4'],
      ['Android', '17'],
      ['iOS', '26.1'],
      ['iOS', '18.2'],
      ['Windows', '11'],
      ['Windows', '10.0.22631'],
      ['Android', '18'],
    ] as const;
    const made = [
      ['Android', '29'],
      ['Android', '24'],
      ['iOS', '99'],
      ['iOS', '31'],
      ['Windows', '47'],
    ] as const;
    await imports.run('installs.csv', file([...real, ...made]));
    const rows = await stored();
    const called = rows.filter(({ reason }) => reason === 'dev.implausible');
    expect(called.map((row) => [row.declared_os, row.declared_os_version, row.verdict]).sort()).toEqual(
      made.map(([os, version]) => [os, version, 'suspect']).sort(),
    );
    expect(rows).toHaveLength(real.length + made.length);
  });
});

describe('API levels where versions should stand', () => {
  test('are said before the import and read as the versions they are; iPhones of the same file keep theirs', async () => {
    const text = file([...LEVELS.map((version) => ['Android', version] as const), ['iOS', '26'], ['iOS', '18.5']]);
    expect(await warned(text)).toMatchObject([
      { code: 'warn_api_levels', values: { n: '12', all: '12', version: expect.any(String) } },
    ]);
    const { rows } = await previewOf(text);
    expect(rows.map(({ values }) => values.declared_os_version)).toContain('10');
    await imports.run('installs.csv', text);
    const done = await stored();
    expect(
      done
        .filter(({ declared_os }) => declared_os === 'iOS')
        .map((row) => row.declared_os_version)
        .sort(),
    ).toEqual(['18.5', '26']);
    expect(
      done
        .filter(({ declared_os }) => declared_os === 'Android')
        .map((row) => row.declared_os_version)
        .sort(),
    ).toEqual(LEVELS.map((level) => ANDROID_API_LEVELS[level]).sort());
    expect(done.filter(({ reason }) => reason === 'dev.implausible')).toEqual([]);
  });

  test('stay versions for whoever says so, and then the preview says what that means', async () => {
    const text = file(LEVELS.map((version) => ['Android', version] as const));
    const { mapping } = await previewOf(text);
    const { apiLevels, ...version } = mapping.fields.declared_os_version ?? { from: [] };
    expect(apiLevels).toBe(true);
    const plain = { ...mapping, fields: { ...mapping.fields, declared_os_version: version } };
    expect((await previewOf(text, plain)).warnings.map(({ code }) => code)).toContain('warn_api_levels_off');
    await imports.run('installs.csv', text, plain);
    expect((await stored()).filter(({ reason }) => reason === 'dev.implausible')).toHaveLength(LEVELS.length);
  });

  test('are not thought of where versions are versions, or where a few rows are odd', async () => {
    const versions = ['14', '13', '15', '10', '16', '17', '9', '8.1', '11', '12'].map((v) => ['Android', v] as const);
    expect(await warned(file(versions))).toEqual([]);
    expect(await warned(file([...versions, ['Android', '29'], ['Android', '30']]))).toEqual([]);
    expect(await warned(file(LEVELS.map((version) => ['iOS', version] as const)))).toEqual([]);
    expect((await previewOf(file(versions))).mapping.fields.declared_os_version).not.toHaveProperty('apiLevels');
  });

  test('name versions that the table of releases has, up to its newest', () => {
    const known = SYSTEM_RELEASES.Android.split(',').map((row) => row.trim().split(' ')[0] ?? '');
    expect(Object.values(ANDROID_API_LEVELS).filter((version) => !known.includes(version))).toEqual([]);
    expect(Object.values(ANDROID_API_LEVELS)).toContain(String(ANDROID_NEWEST));
    expect(Math.max(...known.map(Number))).toBe(ANDROID_NEWEST);
  });
});
