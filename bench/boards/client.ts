import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Signs in as a browser would, human check included. */
export async function tokenOf(base: string, person: { email: string; password: string }): Promise<string> {
  const { challenge } = (await (await fetch(`${base}/api/user/human_check`)).json()) as {
    challenge: Parameters<typeof solveChallenge>[0]['challenge'];
  };
  const solution = await solveChallenge({ challenge, deriveKey });
  const turnstile_token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const answer = await fetch(`${base}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, turnstile_token }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`sign-in answered ${answer.status}`);
  return token;
}

/** Signs in; returns a function that times one GET. */
export async function signIn(
  base: string,
  person: { email: string; password: string },
): Promise<(path: string) => Promise<{ ms: number; body: unknown }>> {
  const token = await tokenOf(base, person);
  return async (path) => {
    const started = performance.now();
    const got = await fetch(`${base}${path}`, { headers: { authorization: token } });
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}: ${(await got.text()).slice(0, 200)}`);
    if (!got.headers.get('content-type')?.includes('json')) {
      // Timed to its last byte: a file has hardly begun when the answer has.
      const bytes = await drained(got);
      return { ms: performance.now() - started, body: bytes };
    }
    const text = await got.text();
    const ms = performance.now() - started;
    return { ms, body: JSON.parse(text) };
  };
}

/** Bytes of a download, thrown away as they come. */
async function drained(answer: Response): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  return bytes;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
