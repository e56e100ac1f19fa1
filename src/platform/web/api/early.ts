import { authorization } from './authorization.ts';

/** Answers asked for before the code that wants them has arrived; each is used once. */
const asked = new Map<string, Promise<Response>>();

/** Asks now for what the first screen is sure to need. A failure is nobody's: whoever wants the answer asks again. */
export function askEarly(path: string): void {
  const answer = fetch(path, { headers: { ...authorization(), accept: 'application/json' } });
  answer.catch(() => undefined);
  asked.set(path, answer);
}

/** The answer on its way, if it was asked for early and is good. */
export async function takeEarly(path: string): Promise<Response | undefined> {
  const answer = asked.get(path);
  asked.delete(path);
  const response = await answer?.catch(() => undefined);
  return response?.ok ? response : undefined;
}
