import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { importMessage } from '#traffic/intake/contract/import-messages.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { storeLocalFile } from './import-files.ts';
import { createImport, importLocalFile, previewFile } from './imports.ts';
import { runImport } from './run-import.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const HEADER = 'time,publisher,cost\n';
const good = (n: number) =>
  Array.from({ length: n }, (_, i) => `2026-03-01 10:00:${String(i % 60).padStart(2, '0')},p${i},1\n`).join('');
const refusal = (name: string, content: string | Buffer) =>
  imports.run(name, content).then(
    (row) => row.error ?? `stored: ${row.state}`,
    (error: Error) => error.message,
  );

describe('a file that cannot be imported says why, and nothing of it is stored', () => {
  const binary = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(100)]);
  test.each<[string, string | Buffer, RegExp]>([
    ['empty.csv', '', /empty\.csv is empty/],
    ['blank.csv', '\n\n  \n', /blank\.csv is empty/],
    ['header.csv', HEADER, /has a header but no records/],
    [
      'cut.csv.gz',
      gzipSync(HEADER + good(90_000)).subarray(0, -2000),
      /cut\.csv\.gz is cut off.*records were read before/,
    ],
    ['damaged.csv.gz', Buffer.concat([gzipSync(HEADER).subarray(0, 12), Buffer.alloc(50, 7)]), /damaged|cut off/],
    ['cut.zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40)]), /cut\.zip is damaged or cut off/],
    ['x.parquet', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(200)]), /x\.parquet is damaged/],
    [
      'x.xlsx',
      Buffer.concat([Buffer.from('PK\x03\x04[Content_Types].xml'), Buffer.alloc(99)]),
      /x\.xlsx is (damaged|not a workbook)/,
    ],
    ['x.pdf', binary, /neither CSV, NDJSON, XLSX, Parquet nor a web log/],
    ['picture.csv', Buffer.from(`89504e470d0a1a0a0000000d49484452${'00017f'.repeat(40)}`, 'hex'), /neither CSV/],
    ['no-time.csv', 'publisher,cost\na,1\n', /no column is chosen as the time/],
  ])('%s', async (name, content, message) => {
    expect(await refusal(name, content)).toMatch(message);
    expect(await imports.count()).toBe(0);
  });

  test('a folder', async () => {
    const path = await imports.file('x', '');
    mkdirSync(join(path, '..', 'folder.csv'), { recursive: true });
    const source = {
      packageName: PACKAGE,
      path: join(path, '..', 'folder.csv'),
      fileName: 'folder.csv',
      timeZone: 'UTC',
    };
    await expect(importLocalFile(systemScope(), imports.deps, source)).rejects.toThrow('folder.csv is a folder');
  });

  test('a zip bomb', { timeout: 60_000 }, async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(HEADER + good(3)), Buffer.alloc(600 * 1024 * 1024, 'a')]), {
      level: 9,
    });
    expect(await refusal('bomb.csv.gz', bomb)).toMatch(/unpacks to more than 250 times its size/);
    expect(await imports.count()).toBe(0);
  });

  test('a mapping whose columns the file does not have', async () => {
    const fine = await imports.run('fine.csv', HEADER + good(2));
    const path = await imports.file('other.csv', 'when,publisher\n2026-03-01 10:00:00,a\n');
    const source = { packageName: PACKAGE, path, fileName: 'other.csv', timeZone: 'UTC', mapping: fine.mapping };
    expect((await importLocalFile(systemScope(), imports.deps, source)).error).toMatch(/other\.csv has no column time/);
  });

  test('a file that somebody writes to while it is read', async () => {
    const path = await imports.file('changing.csv', HEADER + good(100));
    const { appendFile } = await import('node:fs/promises');
    const source = { packageName: PACKAGE, path, name: 'changing.csv' };
    const reading = storeLocalFile(systemScope(), imports.deps.database, imports.deps.folder, source);
    const writing = (async () => {
      for (let n = 0; n < 400; n++) await appendFile(path, good(1));
    })();
    // Whoever wins the race, a stored copy is whole: it is refused or it was read before the first change.
    const outcome = await reading.then(
      () => 'whole',
      (error: Error) => error.message,
    );
    await writing;
    expect(outcome).toMatch(/whole|was changed while it was read/);
  });
});

describe('accepted and rejected add up to the records of the file', () => {
  test('with an unclosed quote, a wrong width, broken bytes and a byte order mark', async () => {
    const text = Buffer.concat([
      Buffer.from(`\uFEFF${HEADER}${good(10)}`),
      Buffer.from('2026-03-01 10:00:00,"open,1\n'),
      Buffer.from('2026-03-01 10:00:00,short\n2026-03-01 10:00:00,a,1,extra\n'),
      Buffer.from([0x32, 0x30, 0x32, 0x36, 0x2c, 0xff, 0xfe, 0x2c, 0x31, 0x0a]),
      Buffer.from(`2026-03-01 10:00:00,é,1\n${good(10)}`),
    ]);
    const done = await imports.run('mixed.csv', text);
    expect(done).toMatchObject({ state: 'done', records: 25, rejected: 4 });
    expect(await imports.count()).toBe(21);
    expect((await imports.rejects(done)).map((line) => line.split(',').slice(0, 2).join(','))).toEqual([
      '11,12',
      '12,13',
      '13,14',
      '14,15',
    ]);
  });

  test.each([
    ['utf-16le', Buffer.from(`\uFEFF${HEADER}2026-03-01 10:00:00,Zürich,1\n`, 'utf16le')],
    ['windows-1252', Buffer.from(`${HEADER}2026-03-01 10:00:00,Zürich,1\n`, 'latin1')],
    ['utf-8', Buffer.from(`${HEADER}2026-03-01 10:00:00,Zürich,1\n`)],
  ])('%s text keeps its letters', async (_encoding, bytes) => {
    expect(await imports.run('letters.csv', bytes)).toMatchObject({ state: 'done', records: 1, rejected: 0 });
    expect(await imports.rows('publisher')).toEqual([{ publisher: 'Zürich' }]);
  });

  test('cells that begin like a formula are harmless in the rejects file', async () => {
    const done = await imports.run('formula.csv', `${HEADER}${good(3)}"=cmd()",a,1\n`);
    expect((await imports.rejects(done))[0]).toContain(",'=cmd()");
  });
});

test('an import that is cancelled leaves nothing', async () => {
  const path = await imports.file('cancel.csv', HEADER + good(50_000));
  const scope = systemScope();
  const stored = await storeLocalFile(scope, imports.deps.database, imports.deps.folder, {
    packageName: PACKAGE,
    path,
    name: 'cancel.csv',
  });
  const id = await createImport(scope, imports.deps, { packageName: PACKAGE, fileId: stored.id, timeZone: 'UTC' });
  const { requestCancel } = await import('./imports.ts');
  const { patchImport } = await import('./import-store.ts');
  await patchImport(imports.deps.database, id, { state: 'scanning' });
  await requestCancel(scope, imports.deps, id);
  expect(await runImport(systemScope(), imports.deps, id)).toMatchObject({ state: 'cancelled', error: null });
  expect(await imports.count()).toBe(0);
});

describe('a file of which nothing can be used', () => {
  const look = async (
    name: string,
    text: string,
    change: (mapping: ImportMapping) => ImportMapping = (same) => same,
  ) => {
    const source = { packageName: PACKAGE, path: await imports.file(name, text), name };
    const { id: fileId } = await storeLocalFile(systemScope(), imports.deps.database, imports.deps.folder, source);
    const wanted = { packageName: PACKAGE, fileId, timeZone: 'UTC' };
    const { mapping } = await previewFile(systemScope(), imports.deps, wanted);
    return previewFile(systemScope(), imports.deps, { ...wanted, mapping: change(mapping) });
  };
  const wide = `time;agent\n${'2026-03-01 10:00:00;Mozilla/5.0 (Windows NT 10.0; Win64)\n'.repeat(30)}`;
  const cells = (time: string, cost: string) => HEADER + `${time},p,${cost}\n`.repeat(30);

  test.each<[string, string, string, object]>([
    [
      'every record has more fields than the header',
      'wide.csv',
      wide,
      { step: 'form', field: '', records: 30, told: { code: 'field_count', values: { n: '3', expected: '2' } } },
    ],
    [
      'times are none',
      'times.csv',
      cells('soon', '1'),
      { step: 'time', field: 'ts', records: 30, told: { code: 'not_a_time' } },
    ],
    [
      'a column is none of what it is stored as',
      'costs.csv',
      cells('2026-03-01 10:00:00', 'dear'),
      { step: 'column', field: 'cost', records: 30, told: { code: 'not_a_cost' } },
    ],
    [
      'no column is a time',
      'none.csv',
      `a,b\n${'1,2\n'.repeat(3)}`,
      { step: 'no_time', field: 'ts', told: { code: 'warn_no_time' } },
    ],
    [
      'the columns are not told apart',
      'one.csv',
      `time#publisher\n${'2026#p\n'.repeat(3)}`,
      { step: 'form', field: '', told: { code: 'warn_single_column' } },
    ],
  ])('is told one cause and one next step before it is started: %s', async (_, name, text, problem) => {
    const preview = await look(name, text);
    expect(preview).toMatchObject({ problem, warnings: [] });
  });

  test('one sound record among them is enough to start, and warnings say the rest', async () => {
    const preview = await look('mixed.csv', `${cells('soon', '1')}2026-03-01 10:00:00,p,1\n`);
    expect(preview.problem).toBeNull();
    expect(preview.warnings.map(({ code }) => code)).toContain('warn_no_currency');
    const empty = await look('kinds.csv', `${HEADER}2026-03-01 10:00:00,p,1\n`, (mapping) => ({
      ...mapping,
      kind: { rules: [{ column: 'publisher', values: ['x'], kind: 'click' }], otherwise: null },
    }));
    expect(empty.problem).toMatchObject({ step: 'kind', field: 'kind', told: { code: 'no_kind' } });
  });

  test('has failed when it is imported all the same, and says why: it is never called imported', async () => {
    const failed = await imports.run('times.csv', cells('soon', '1'));
    expect(failed).toMatchObject({ state: 'failed', records: 30, rejected: 30 });
    expect(failed.error).toBe(
      'times.csv: none of its 30 records could be read, so nothing was stored. Most frequent reason: not a moment that exists between 2000 and tomorrow, in the form chosen for this column.',
    );
    expect(importMessage(failed.error ?? '')).toMatchObject({ code: 'nothing_accepted', values: { n: '30' } });
    expect(await imports.rejects(failed)).toHaveLength(30);
    expect(await imports.count()).toBe(0);
  });
});
