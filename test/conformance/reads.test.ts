import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { requestsOf } from '../support/requests-of.ts';
import { sample } from '../support/sample.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();
let admin = '';

const KNOWN: Record<string, string> = {
  package_name: 'own.example',
  fromDate: '2026-11-14',
  toDate: '2026-11-20',
  email: 'pending@own.example',
  id: '1',
};
/** Prescribed by the specification as it is: sends the code of a pending sign-up once more (AUTH-API-10). */
const SENDS_A_MAIL = '/api/onboarding/email/:email';
/** A postback is noted whatever it is about: that is what it is for, and trackers send it by GET. */
const NOTED = '/t/pb';
/** When somebody was last seen, how often somebody asked, and that a download was taken. */
const NOTES = ['session', 'rate_count', 'audit_entry', 'audit_word', 'api_token'];

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin', packages: ['own.example'] });
  const person = { name: 'Pending', email: 'pending@own.example', password: 'correct horse battery' };
  await app.call('POST', '/api/onboarding/signup', { body: { ...person, domain_name: 'own.example', terms: true } });
  app.clock.advance(120_000);
  // The first version of the rules of a package is written when somebody first looks at them.
  await app.get('/api/traffic/rules?package_name=own.example', admin);
});

/** A fingerprint of every table of ours in both engines. */
async function everything(): Promise<Record<string, string>> {
  const { pool } = app.context.database;
  const { rows } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const found: Record<string, string> = {};
  for (const { name } of rows.filter((row) => !NOTES.includes(row.name))) {
    const table = await pool.query<{ print: string | null }>(
      `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS print FROM "${name}" t`,
    );
    found[name] = table.rows[0]?.print ?? 'empty';
  }
  return found;
}

it('no call that reads changes anything, but for the one mail the specification prescribes', {
  timeout: 120_000,
}, async () => {
  const before = await everything();
  expect(Object.keys(before).length).toBeGreaterThan(20);
  const reads = app.app.routes.map(({ endpoint }) => endpoint).filter(({ method }) => method === 'GET');
  expect(reads.length).toBeGreaterThan(50);
  const statuses = new Set<number>();
  const ask = async (endpoint: (typeof reads)[number]): Promise<void> => {
    for (const { path, query } of fc.sample(requestsOf(endpoint, KNOWN), { numRuns: 1, seed: 7 })) {
      const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
      statuses.add((await app.get(`${path}?${search}`, admin)).status);
    }
  };
  // All cards of all boards are read by one piece of code, which has no statement that writes.
  const isCard = ({ access, path }: (typeof reads)[number]) =>
    access === 'board.read' && /^\/api\/(v\d|web-bi|app)\//.test(path);
  const cards = reads.filter(isCard);
  const others = reads.filter((each) => !isCard(each) && each.path !== SENDS_A_MAIL && each.path !== NOTED);
  const asked = sample('cards whose reading leaves no trace', cards, Math.ceil(cards.length / 4));
  for (const endpoint of [...others, ...asked]) await ask(endpoint);
  expect(statuses).toContain(200);
  expect(await everything()).toEqual(before);
  const resend = reads.find(({ path }) => path === SENDS_A_MAIL);
  if (!resend) throw new Error(`${SENDS_A_MAIL} is gone; take it out of this test`);
  await ask(resend);
  await expect.poll(async () => (await everything())['one_time_code']).not.toBe(before['one_time_code']);
});
