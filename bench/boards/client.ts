import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Signs in as a browser would, human check included; returns a function that times one GET. */
export async function signIn(
  base: string,
  person: { email: string; password: string },
): Promise<(path: string) => Promise<{ ms: number; body: unknown }>> {
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
  return async (path) => {
    const started = performance.now();
    const got = await fetch(`${base}${path}`, { headers: { authorization: token } });
    const text = await got.text();
    const ms = performance.now() - started;
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}: ${text.slice(0, 200)}`);
    return { ms, body: got.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text.length };
  };
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
