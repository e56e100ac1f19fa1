export interface Measured<A> {
  answer: A;
  seconds: number;
  /** The most memory the process had meanwhile, the engine in it. */
  megabytes: number;
}

const WATCHED_EVERY_MS = 20;
const MEGABYTE = 1024 * 1024;

/** What a piece of work takes: by the clock, and of the memory of the whole process. */
export async function measured<A>(work: () => Promise<A>): Promise<Measured<A>> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, WATCHED_EVERY_MS);
  const started = performance.now();
  const answer = await work();
  clearInterval(watch);
  return { answer, seconds: (performance.now() - started) / 1000, megabytes: most / MEGABYTE };
}
