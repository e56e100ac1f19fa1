/** How much slower boards are while a film is analysed: the widgets of `bench/boards`, of the built program itself. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { webClick } from '#analytics/contract/boards/web.ts';
import { openContext } from '#app/server/open-context.ts';
import { ROOT } from '#app/server/places.ts';
import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { readConfig } from '#platform/server/config.ts';
import { signIn, tokenOf } from '../boards/client.ts';
import { PACKAGE, PERSON, seed } from '../boards/seed.ts';
import { startServer } from '../boards/server.ts';

const PORT = '4898';
const BASE = `http://127.0.0.1:${PORT}`;
const ROUNDS = 3;
/** Questions of a round without a film; with one they go on until it is done. */
const ASKED = 60;
const TODAY = todayIn('UTC', new Date());

/** Milliseconds of each answer, without a film and then beside one; seconds the film took beside the boards. */
export interface Round {
  alone: number[];
  beside: number[];
  film: number;
}

export async function besideFilm(film: Buffer, rows: number): Promise<Round[]> {
  const folder = join(ROOT, '.tmp', `bench-boards-${rows}`);
  const env = { ADSIEVE_DATA: folder, ADSIEVE_PORT: PORT, LOG_LEVEL: 'silent' };
  if (!existsSync(folder)) {
    const context = await openContext(readConfig(env), (_title, work) => work());
    await seed(context, rows, TODAY, () => undefined).finally(() => context.close());
  }
  const { server } = await startServer(env, BASE);
  try {
    const ask = await asker();
    const token = await tokenOf(BASE, PERSON);
    await analysed(token, film);
    for (let n = 0; n < ASKED; n++) await ask();
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const alone: number[] = [];
      const beside: number[] = [];
      for (let n = 0; n < ASKED; n++) alone.push(await ask());
      const began = performance.now();
      let isDone = false;
      const running = analysed(token, film).finally(() => {
        isDone = true;
      });
      while (!isDone) beside.push(await ask());
      await running;
      rounds.push({ alone, beside, film: (performance.now() - began) / 1_000 });
    }
    return rounds;
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

/** Asks one widget after the other, of 7 days, and says how long it took. */
async function asker(): Promise<() => Promise<number>> {
  const get = await signIn(BASE, PERSON);
  const widgets = webClick.widgets.slice(0, 12);
  const days = `fromDate=${addDays(TODAY, -6)}&toDate=${TODAY}`;
  let at = 0;
  return async () => {
    const widget = widgets[at++ % widgets.length];
    return (await get(`${webClick.api}/${widget?.id}?package_name=${PACKAGE}&${days}`)).ms;
  };
}

async function analysed(token: string, film: Buffer): Promise<void> {
  const sent = await fetch(`${BASE}/api/brand_hygiene/upload`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(film),
  });
  const { signedURL } = (await sent.json()) as { signedURL: string };
  for (;;) {
    const said = await fetch(`${BASE}/api/brand_hygiene/safety`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: 'generic_all', s3_presigned_url: signedURL }),
    });
    const { statusCode, body } = (await said.json()) as { statusCode: number; body: unknown };
    if (statusCode === 200) return;
    if (statusCode !== 429) throw new Error(`the film was answered ${statusCode}: ${JSON.stringify(body)}`);
  }
}
