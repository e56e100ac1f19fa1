import { beforeAll, describe, expect, it } from 'vitest';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { csvNameOf } from '../contract/csv-name.ts';
import type { ListDoc, RuleDoc } from '../contract/endpoints.ts';

const app = useApp();
const tokens: Record<string, string> = {};
const ROLES = ['admin', 'agency', 'customer', 'publisher', 'something else'];

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  for (const role of ROLES)
    tokens[role] = await app.signIn({
      email: `${role.replace(' ', '-')}@own.example`,
      role,
      packages: ['own.example'],
      publishers: ['Pub A'],
    });
});

const rules = async (role: string): Promise<RuleDoc[]> => (await app.get('/api/docs/rules', tokens[role])).body.data;
const lists = async (role: string): Promise<ListDoc[]> => (await app.get('/api/docs/lists', tokens[role])).body.data;

describe('the documentation of rules', () => {
  it('has every rule of the registry with all its limits, for roles that see rules', async () => {
    for (const role of ['admin', 'agency', 'customer']) {
      const told = await rules(role);
      expect(told.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id));
      for (const rule of RULES) {
        const found = told.find(({ id }) => id === rule.id)?.confidential;
        expect(found?.limits).toEqual(
          Object.entries(rule.limits).map(([name, { notches: _, evidence: __, ...limit }]) => ({ name, ...limit })),
        );
        expect([found?.source, found?.falsePositives]).toEqual([rule.source, rule.falsePositives]);
      }
    }
  });

  it('tells publishers and unknown roles what is looked at, but neither limits nor sources that quote them', async () => {
    for (const role of ['publisher', 'something else']) {
      const answer = await app.get('/api/docs/rules', tokens[role]);
      expect(answer.body.data.map(({ id }: RuleDoc) => id)).toEqual(RULES.map(({ id }) => id));
      expect(answer.text).not.toMatch(/confidential|"limits"|"source"|falsePositives|"(default|min|max)"/);
      for (const { looksAt } of await rules(role)) expect(looksAt).not.toMatch(/\d/);
    }
  });

  it('tells who a rule may hit by mistake in other languages to the same roles only', async () => {
    const ask = (role: string, language: string) =>
      app.get(`/api/traffic/rules/false-positives?language=${language}`, tokens[role]);
    const german = await ask('customer', 'de');
    expect(Object.keys(german.body.data)).toEqual(RULES.map(({ id }) => id));
    expect(german.body.data.no_nights).toBe(
      'Weltweite Quellen und Budgets, die absichtlich gleichmäßig über den Tag verteilt werden.',
    );
    expect((await ask('admin', 'ja')).body.data.no_nights).toMatch(/^世界中/);
    for (const role of ['publisher', 'something else'])
      expect([role, (await ask(role, 'de')).status]).toEqual([role, 403]);
    expect((await ask('customer', 'en')).status).toBe(400);
  });
});

describe('the documentation of lists', () => {
  it('names every list in use, with what its licence asks for', async () => {
    const told = await lists('customer');
    expect(told.map(({ id }) => id)).toEqual(app.context.lists().map(({ id }) => id));
    expect(told.find(({ id }) => id === 'asn')).toMatchObject({ licence: 'CC BY 4.0', blind: false });
    expect(told.some(({ blind }) => blind)).toBe(true);
  });

  it('does not tell a publisher which questions stay open, nor what an operator loaded', async () => {
    const told = await lists('publisher');
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter(({ blind, origin }) => blind || origin === 'operator')).toEqual([]);
    expect(told.filter(({ licence }) => licence === 'CC BY 4.0').every(({ attribution }) => attribution !== '')).toBe(
      true,
    );
  });
});

describe('names of files in the documentation', () => {
  it('are those the server gives', async () => {
    const range = ['own.example', '2026-11-14', '2026-11-20'] as const;
    const query = new URLSearchParams({ package_name: range[0], fromDate: range[1], toDate: range[2] });
    for (const board of BOARDS)
      for (const widget of board.widgets.slice(0, 5)) {
        const answer = await app.get(`${board.api}/${widget.id}/download?${query}`, tokens['admin']);
        expect([answer.status, String(answer.headers['content-disposition'])]).toEqual([
          200,
          expect.stringContaining(csvNameOf(board, range)),
        ]);
      }
  });
});
