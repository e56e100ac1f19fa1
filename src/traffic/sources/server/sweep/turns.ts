import { setImmediate } from 'node:timers/promises';

/** Work in small pieces: who serves people as well does something else in between. */
export type Turns<T> = Generator<undefined, T>;

/** Milliseconds of work in one go: an answer that passes through several times waits for one each. */
const TURN_MS = 5;

export async function betweenOthers<T>(turns: Turns<T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** All of it at once. */
export function atOnce<T>(turns: Turns<T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done) return turn.value;
  }
}
