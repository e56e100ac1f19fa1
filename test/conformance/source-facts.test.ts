import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import { FACT_METHODS } from '#traffic/sources/server/sweep/fact-methods.ts';
import { MEASURES } from '#traffic/sources/server/sweep/measures.ts';

const FOLDER = join(import.meta.dirname, '../../db/clickhouse');
const migration = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const ddl = migration('0010_source_facts.sql');
const added = readdirSync(FOLDER).sort().map(migration);
const columnsOf = (table: string) => {
  const text = ddl.slice(ddl.indexOf(`EXISTS ${table} (`));
  const later = added
    .flatMap((each) => each.split(';'))
    .filter((statement) => statement.includes(`ALTER TABLE ${table}`))
    .join();
  return new Map(
    [
      ...text.slice(0, text.indexOf(') ENGINE')).matchAll(/^ {2}(\w+) (.+?),?$/gm),
      ...later.matchAll(/ADD COLUMN IF NOT EXISTS (\w+) (.+?) AFTER/g),
    ].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
};

test('source_fact has value, sample and baseline of every declared fact', () => {
  const columns = columnsOf('source_fact');
  for (const name of SOURCE_FACT_NAMES)
    expect([name, `${name}_n`, `${name}_base`].map((column) => columns.get(column))).toEqual([
      'Nullable(Float64)',
      'UInt64',
      'Nullable(Float64)',
    ]);
});

test('source_day has every measure with its type', () => {
  const columns = columnsOf('source_day');
  for (const [name, type] of Object.entries(MEASURES)) expect([name, columns.get(name)]).toEqual([name, type]);
});

test('families share no kind, and their numbers are those of the tables', () => {
  const kinds = Object.values(SOURCE_FAMILIES).flat();
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(EVENT_KINDS).toContain(kind);
  for (const table of ['source_day', 'source_fact'])
    expect([...(columnsOf(table).get('family') ?? '').matchAll(/'(\w+)'/g)].map((m) => m[1]).sort()).toEqual(
      Object.keys(SOURCE_FAMILIES).sort(),
    );
});

test('every fact says what it is, for whom, from how many, and has a method', () => {
  for (const name of SOURCE_FACT_NAMES) {
    const { label, description, families, minimum, source } = SOURCE_FACTS[name];
    expect(label.length * description.length * source.length).toBeGreaterThan(0);
    expect([name, families.length > 0, minimum >= 30]).toEqual([name, true, true]);
    expect(FACT_METHODS[name]).toBeDefined();
  }
});
