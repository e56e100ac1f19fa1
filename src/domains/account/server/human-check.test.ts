import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { altchaCheck } from './human-check.ts';

const database = useDatabase();
const SECRET = Buffer.alloc(32, 7);
// The library looks at the system's clock itself.
const check = (minutesAgo = 0) => altchaCheck(database, SECRET, () => new Date(Date.now() - minutesAgo * 60_000));

const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** What the widget does in the browser. */
async function solved(from = check()) {
  const challenge = (await from.challenge()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { challenge, solution };
}

describe('the human check without an outside service', () => {
  it('passes a solved challenge once', async () => {
    const answer = encode(await solved());
    expect(await check().passed(answer, '')).toBe(true);
    expect(await check().passed(answer, '')).toBe(false);
  });

  it('passes exactly one of twenty that use the same solution at once', async () => {
    const answer = encode(await solved());
    const results = await Promise.all(Array.from({ length: 20 }, () => check().passed(answer, '')));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('does not pass another spelling of a spent answer', async () => {
    const { challenge, solution } = await solved();
    expect(await check().passed(encode({ challenge, solution }), '')).toBe(true);
    const spellings = [
      { solution: { ...solution, time: 1 }, challenge },
      { challenge: { ...challenge, extra: 1 }, solution },
      { challenge: { ...challenge, signature: String(challenge.signature).toUpperCase() }, solution },
      { challenge: { ...challenge, signature: `${challenge.signature} ` }, solution },
    ];
    for (const each of spellings) expect(await check().passed(encode(each), '')).toBe(false);
    expect(await check().passed(`${encode({ challenge, solution })}\n`, '')).toBe(false);
  });

  it('refuses what was not solved, not signed by us, changed or made up', async () => {
    const { challenge, solution } = await solved();
    const foreign = await solved(altchaCheck(database, Buffer.alloc(32, 8), () => new Date()));
    const parameters = { ...challenge.parameters, cost: 1, keyPrefix: '00' };
    const wrong = [
      { challenge, solution: { counter: 0, derivedKey: '00' } },
      { challenge, solution: {} },
      { challenge, solution: { ...solution, derivedKey: '' } },
      { challenge: { ...challenge, parameters }, solution },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge: { ...challenge, signature: '' }, solution },
      foreign,
      {},
      null,
      [],
      'human',
    ];
    for (const each of wrong) expect(await check().passed(encode(each), '')).toBe(false);
    for (const text of ['', 'human', '{', '%%%', 'x'.repeat(10_000)])
      expect(await check().passed(text, '')).toBe(false);
  });

  it('refuses a challenge that is too old', async () => {
    const answer = encode(await solved(check(11)));
    expect(await check().passed(answer, '')).toBe(false);
  });
});
