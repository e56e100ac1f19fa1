import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DECISIONS, EVENT_KINDS, RAW_COLUMNS, VERDICTS } from '#traffic/event/contract/event.ts';
import { FACTS } from '#traffic/event/contract/facts.ts';
import { REASON_ORDER, REASONS } from '#traffic/event/contract/reasons.ts';

const folder = join(import.meta.dirname, '../../db/clickhouse');
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Columns of `CREATE TABLE … traffic`, then those that later files add to it. */
const columns = new Map<string, string>();
for (const text of texts) {
  const created = /CREATE TABLE IF NOT EXISTS traffic \(\n([\s\S]*?)\n\) ENGINE/.exec(text)?.[1] ?? '';
  for (const [, name = '', type = ''] of created.matchAll(/^ {2}(\w+) (.+?),?$/gm))
    columns.set(name, type.replace(/ CODEC.*$/, ''));
  for (const [altered] of text.matchAll(/ALTER TABLE (?:traffic|\{\{each traffic [\w ]+\}\}) [\s\S]*?;/g)) {
    for (const [, name = '', renamed = ''] of altered.matchAll(/RENAME COLUMN IF EXISTS (\w+) TO (\w+)/g)) {
      columns.set(renamed, columns.get(name) ?? '');
      columns.delete(name);
    }
    for (const [, name = '', type = ''] of altered.matchAll(/ADD COLUMN IF NOT EXISTS (\w+) (.+?) AFTER/g))
      columns.set(name, type.replace(/ DEFAULT .*$/, ''));
    for (const [, name = '', type = ''] of altered.matchAll(/MODIFY COLUMN (\w+) (.+?);/g)) columns.set(name, type);
  }
}

describe('the traffic table', () => {
  it('has every declared raw column and fact with its declared type', () => {
    for (const [name, column] of Object.entries({ ...RAW_COLUMNS, ...FACTS }))
      expect([name, columns.get(name)]).toEqual([name, column.type]);
  });

  it('has no column that is declared nowhere', () => {
    const identity = [
      'row_id',
      'package',
      'kind',
      'ts',
      'received_at',
      'import_id',
      'source',
      'record_no',
      'person',
      'extra',
      'extra_names',
      'extra_values',
      'extra_map',
    ];
    const verdict = ['verdict', 'reason', 'hits', 'rule_version', 'decision', 'whitelist_id', 'INDEX'];
    const known = new Set([...identity, ...verdict, ...Object.keys(RAW_COLUMNS), ...Object.keys(FACTS)]);
    expect([...columns.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  it('numbers kinds, verdicts and decisions in the declared order', () => {
    const values = (name: string) => [...(columns.get(name) ?? '').matchAll(/'(\w+)'/g)].map((m) => m[1]);
    expect(values('kind')).toEqual([...EVENT_KINDS]);
    expect(values('verdict')).toEqual([...VERDICTS]);
    expect(values('decision')).toEqual([...DECISIONS]);
  });
});

describe('the reason taxonomy', () => {
  it('gives every reason exactly one place in the order of primary reasons', () => {
    expect([...REASON_ORDER].sort()).toEqual(Object.keys(REASONS).sort());
  });
});
