// @drawn one form of files among many
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPackage } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { importMapping } from '#traffic/intake/contract/import-mapping.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { rejectsName } from './import-files.ts';
import { findMapping, saveMapping } from './import-store.ts';
import { personMappings, personRejects } from './person-texts.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const pathOf = (id: number) => join(imports.deps.folder.files.place, rejectsName(id));
const ANN = { words: ['ann@own.example', 'Ann Person'] };
const FILE = [
  'time,publisher,cost',
  '2026-03-01 10:00:00,p,1',
  'Ann@Own.Example,p,1',
  'joann@own.example,p,1',
  '2026-03-01 10:00:01,"by Ann Person, herself",1,one field too many',
  'Ann,p,1',
  '2026-03-01 10:00:01,p,not an amount ann@own.example',
].join('\n');

const rejects = (remove: boolean, more: { packageName?: string } = {}) =>
  personRejects(imports.deps.database, imports.deps.folder.files, { ...ANN, ...more }, remove);
const mappings = (replace: boolean, more: { packageName?: string } = {}) =>
  personMappings(imports.deps.database, { ...ANN, ...more }, replace);

describe('the rejects file of an import', () => {
  it('loses the records that name a person and keeps the others, the head and the counts', async () => {
    const row = await imports.run('clicks.csv', FILE);
    expect(row).toMatchObject({ records: 6, rejected: 5 });
    expect(await rejects(false)).toBe(3);
    expect(await imports.rejects(row)).toHaveLength(5);
    expect(await rejects(true)).toBe(3);
    const text = await readFile(pathOf(row.id), 'utf8');
    expect(text.split('\n')[0]).toBe('record,line,column,reason,excerpt,code');
    expect(text.trimEnd().split('\n')).toHaveLength(3);
    expect(text).toContain('joann@own.example');
    expect(text).not.toMatch(/[^o]ann@own\.example|Ann Person/i);
    // Broken off and begun again, nothing more is found.
    expect(await rejects(true)).toBe(0);
  });

  it('of another package is left alone when the erasure is about one', async () => {
    await createPackage(imports.deps.database, {
      name: 'other.example',
      title: 'O',
      platform: 'web',
      timeZone: 'UTC',
      currency: 'USD',
      dashboardTypes: [],
    });
    await imports.run('clicks.csv', FILE);
    expect(await rejects(true, { packageName: 'other.example' })).toBe(0);
    expect(await rejects(true, { packageName: PACKAGE })).toBe(3);
  });

  it('that was put away by hand is no trouble', async () => {
    const row = await imports.run('clicks.csv', FILE);
    await writeFile(pathOf(row.id), '');
    expect(await rejects(true)).toBe(0);
  });
});

describe('a column mapping', () => {
  it('that names a person works on without the word, saved ones and those of imports', async () => {
    const { database } = imports.deps;
    const row = await imports.run('clicks.csv', FILE);
    const named = importMapping.parse({
      ...row.mapping,
      fields: {
        ...row.mapping.fields,
        vendor: { from: [], constant: 'brought by ann@own.example' },
        campaign: { from: ['cost'], values: { 'ann person': 'Hers', 'joann@own.example': 'x' } },
      },
    });
    const scope = systemScope();
    await saveMapping(scope, database, { packageName: PACKAGE, fingerprint: 'f1', mapping: named });
    await saveMapping(scope, database, { packageName: PACKAGE, fingerprint: 'f2', mapping: row.mapping });
    await imports.run('more.csv', FILE, named);
    expect(await mappings(false)).toBe(2);
    expect(await mappings(true, { packageName: 'other.example' })).toBe(0);
    expect(await mappings(true)).toBe(2);
    const clean = await findMapping(scope, database, PACKAGE, 'f1');
    expect(clean?.fields['vendor']?.constant).toBe('brought by erased');
    expect(clean?.fields['campaign']?.values).toEqual({ erased: 'Hers', 'joann@own.example': 'x' });
    expect(importMapping.safeParse(clean).success).toBe(true);
    expect(await findMapping(scope, database, PACKAGE, 'f2')).toEqual(row.mapping);
    expect(await mappings(true)).toBe(0);
  });
});
