import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT, testFiles } from '../../tools/test-titles.mjs';

const about = {
  id: z.string().regex(/^V\d+\.\d+\.\d+$/),
  level: z.union([z.literal(1), z.literal(2)]),
  about: z.string().min(2),
};
const sentence = z.string().regex(/^\S.{5,}\.$/, 'a sentence');
const requirement = z.discriminatedUnion('status', [
  z.strictObject({
    ...about,
    status: z.literal('met'),
    tests: z.array(z.strictObject({ file: z.string(), title: z.string().min(8) })).min(1),
    note: sentence.optional(),
  }),
  z.strictObject({ ...about, status: z.literal('not applicable'), why: sentence }),
  z.strictObject({ ...about, status: z.literal('open'), missing: sentence }),
]);
const answers = z.strictObject({
  standard: z.string(),
  ids: z.strictObject({ '1': z.array(z.string()), '2': z.array(z.string()) }),
  requirements: z.array(requirement),
});

const { ids, requirements } = answers.parse(JSON.parse(readFileSync(join(ROOT, 'docs/security/asvs.json'), 'utf8')));
const README = readFileSync(join(ROOT, 'docs/security/README.md'), 'utf8');
const titles = new Map(testFiles().map(({ file, titles }) => [file, titles]));

/** Requirements of the standard: 70 of level 1 and 183 of level 2, in 17 chapters. */
const STANDARD = { '1': 70, '2': 183 } as const;
const CHAPTERS = 17;

const ofStatus = (level: number, status: string): number =>
  requirements.filter((one) => one.level === level && one.status === status).length;

describe('the answers to the ASVS', () => {
  it('answer every requirement of level 1 and 2 once', () => {
    for (const level of ['1', '2'] as const) {
      expect(new Set(ids[level]).size).toBe(STANDARD[level]);
      expect(requirements.filter((one) => String(one.level) === level).map(({ id }) => id)).toEqual(ids[level]);
    }
    expect(new Set(requirements.map(({ id }) => id.split('.')[0])).size).toBe(CHAPTERS);
  });

  it('stand in files of tests that are there, in titles that are there', () => {
    const gone = requirements.flatMap((one) =>
      one.status === 'met'
        ? one.tests
            .filter(({ file, title }) => !titles.get(file)?.some((each) => each.includes(title)))
            .map(({ file, title }) => `${one.id}: ${file} has no test "${title}"`)
        : [],
    );
    expect(gone).toEqual([]);
  });

  it('are counted on the page about security, and what is open is named there', () => {
    const row = (name: string, level: number) =>
      `| ${name} | ${['met', 'not applicable', 'open'].map((status) => ofStatus(level, status)).join(' | ')} |`;
    expect(README.replace(/ +/g, ' ')).toContain(row('Level 1', 1));
    expect(README.replace(/ +/g, ' ')).toContain(row('Level 2', 2));
    const open = requirements.filter(({ status }) => status === 'open').map(({ id }) => id);
    const named = [...README.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id);
    expect(named.sort()).toEqual(open.sort());
  });

  it('lead to pages that are there', () => {
    for (const [, link = ''] of README.matchAll(/\]\(([^)#:]+)\)/g))
      expect([link, existsSync(join(ROOT, 'docs/security', link))]).toEqual([link, true]);
  });
});
