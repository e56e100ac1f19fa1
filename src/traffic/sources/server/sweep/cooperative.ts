import { setImmediate } from 'node:timers/promises';

/** Work in small pieces: who serves people as well does something else in between. */
export type Cooperative<T> = Generator<undefined, T>;

/** Milliseconds of work in one go: an answer that passes through several times waits for one each. */
const TURN_MS = 5;

export async function runCooperatively<T>(turns: Cooperative<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** All of it in one go. */
export function runToEnd<T>(turns: Cooperative<T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}
