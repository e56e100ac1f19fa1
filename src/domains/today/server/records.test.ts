import { beforeAll, describe, expect, it } from 'vitest';
import type { TodayAnswer } from '#domains/today/contract/endpoints.ts';
import type { Sentence } from '#domains/today/contract/sentences.ts';
import { TEST_NOW, useApp } from '../../../../test/support/use-app.ts';
import { plantedTraffic } from '../testing/planted-traffic.ts';

const app = useApp();
const OWN = 'own.example';
const OTHER = 'other.example';
const people = { owner: '', agency: '' };

beforeAll(async () => {
  const packages = [OWN, OTHER];
  for (const name of packages) await app.package({ name, timeZone: 'Asia/Kolkata' });
  people.owner = await app.signIn({ email: 'owner@own.example', role: 'customer', packages });
  people.agency = await app.signIn({ email: 'agency@own.example', role: 'agency', packages, vendors: ['North'] });
  await app.context.clickhouse.insert('traffic', plantedTraffic(OWN, '2026-11-20', 3));
  app.clock.set(TEST_NOW);
});

const told = async (name = OWN, token = people.owner, since = 'week'): Promise<TodayAnswer> =>
  (await app.get(`/api/today?package_name=${name}&since=${since}`, token)).body.data;
const saying = (answer: TodayAnswer, says: Sentence['says']): Sentence => {
  const found = answer.sentences.find((sentence) => sentence.says === says);
  if (!found) throw new Error(`${says} is not said, but ${answer.sentences.map((one) => one.says)}`);
  return found;
};
const number = ({ values }: Sentence, name: string): unknown => values[name]?.value;

describe('records since', () => {
  it('verdicts that sweeps and people changed and did not take back, imports that ended and new rules are told once, from that moment on', async () => {
    const { pool } = app.context.database;
    const [before, after] = ['2026-11-13T18:00:00Z', '2026-11-18T09:00:00Z'];
    const change = async (
      name: string,
      cause: string,
      at: string,
      events: number,
      operation = `${cause} ${at} ${name}`,
      way: 'there' | 'back' = 'there',
    ) => {
      const { rows } = await pool.query(
        `INSERT INTO verdict_change (package_name, cause, operation, month, first_ts, last_ts, rule_version, author, reason, at, after_closing)
         VALUES ($1, $2, $3, '2026-11-01', $4, $4, 1, 'ann', '', $4, false) RETURNING id`,
        [name, cause, operation, at],
      );
      const pair = way === 'there' ? ['clean', 'fraud'] : ['fraud', 'clean'];
      await pool.query(`INSERT INTO verdict_change_count VALUES ($1, 'click', $3, $4, '', $2, 0)`, [
        rows[0].id,
        events,
        ...pair,
      ]);
    };
    await change(OWN, 'sweep', before, 1000);
    await change(OWN, 'sweep', after, 30);
    await change(OWN, 'source', after, 7);
    await change(OTHER, 'sweep', after, 500);
    // Said and taken back since: nothing is left of it. Of what was said before that, the taking back is the change.
    await change(OWN, 'source', after, 90, 'source 4 confirmed');
    await change(OWN, 'source', after, 90, 'source 4 taken back', 'back');
    await change(OWN, 'white_list', after, 5, 'white_list 2 removed');
    await pool.query(
      `INSERT INTO rule_set (package_name, version, undoes, rules, custom, author, reason, effective_from)
       VALUES ($1, 40, NULL, '{}', '[]', 'ann', '', now()), ($1, 41, 40, '{}', '[]', 'ann', '', now())`,
      [OWN],
    );
    await change(OWN, 'rules', after, 70, 'rules 40');
    await change(OWN, 'rules', after, 70, 'rules 41', 'back');
    const imported = (name: string, state: string, at: string, records: number) =>
      pool.query(
        `INSERT INTO import (package_name, file_id, file_name, file_bytes, mapping, state, records, created_by, finished_at)
         VALUES ($1, gen_random_uuid(), $2, 1, '{}', $2, $3, 'ann', $4)`,
        [name, state, records, at],
      );
    await imported(OWN, 'done', before, 400);
    await imported(OWN, 'done', after, 50);
    await imported(OWN, 'failed', after, 0);
    await imported(OTHER, 'done', after, 9);
    await pool.query(
      `INSERT INTO source_decision (package_name, publisher, state, reason, author, created_at)
       VALUES ($1, 'Steady', 'cleared', 'known', 'Ann', $2), ($3, 'Steady', 'cleared', 'known', 'Ben', $2)`,
      [OWN, after, OTHER],
    );
    const answer = await told();
    expect(number(saying(answer, 'swept'), 'n')).toBe(30);
    expect(number(saying(answer, 'changed'), 'n')).toBe(7 + 5);
    expect(number(saying(answer, 'changed'), 'clean')).toBe(0);
    expect(number(saying(answer, 'imported'), 'n')).toBe(50);
    expect(number(saying(answer, 'import_failed'), 'imports')).toBe(1);
    expect(number(saying(answer, 'decided'), 'authors')).toEqual(['Ann']);
    expect((await told(OWN, people.agency)).sentences.map(({ says }) => says)).not.toContain('swept');
    const later = await told(OWN, people.owner, 'yesterday');
    expect(later.sentences.map(({ says }) => says)).not.toContain('swept');
  });
});
