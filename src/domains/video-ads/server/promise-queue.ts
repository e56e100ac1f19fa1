import type { Database } from '#platform/server/postgres/postgres.ts';
import { type Counted, PROMISE_MS } from './cap.ts';

/** An impression that is to be promised. */
export interface Wanted {
  counted: Counted;
  limit: number;
  requestId: string;
  at: Date;
}

interface Waiting {
  wanted: Wanted;
  done: (isPromised: boolean) => void;
  failed: (error: unknown) => void;
}

/** Commits at a time. */
const WRITERS = 2;
const GROUP = 500;

/**
 * Promises impressions where their limits allow it: those that are asked for while others are written are one commit.
 * Each is decided in turn and over the row of its person: of any number that come at the same moment, to any process,
 * exactly as many are promised as are left.
 */
export class PromiseQueue {
  readonly #pool: Database['pool'];
  #idle = WRITERS;
  #waiting: Waiting[] = [];

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool;
  }

  ask(wanted: Wanted): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#waiting.push({ wanted, done, failed });
      if (this.#idle === 0) return;
      this.#idle--;
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    // What is read in the same turn goes along.
    await new Promise((go) => setImmediate(go));
    while (this.#waiting.length > 0) {
      // In one order for all processes: two that count the same persons wait for one another instead of for ever.
      const group = this.#waiting.splice(0, GROUP).sort((a, b) => compared(keyOf(a), keyOf(b)));
      await this.#promise(group).catch(async () => {
        // A package that has just gone takes nobody else's answer with it.
        for (const one of group) await this.#promise([one]).catch(one.failed);
      });
    }
    this.#idle++;
  }

  async #promise(group: readonly Waiting[]): Promise<void> {
    const all = group.map(({ wanted }) => wanted);
    const { rows } = await this.#pool.query<{ promised: boolean | null }>({
      name: 'vast-promises',
      text: `SELECT vast_promise(package, campaign, person, since, most, request, at, until, today) AS promised
        FROM unnest($1::text[], $2::text[], $3::bytea[], $4::date[], $5::int[], $6::text[], $7::bigint[], $8::bigint[],
          $9::date[]) AS of (package, campaign, person, since, most, request, at, until, today)`,
      values: [
        all.map(({ counted }) => counted.packageName),
        all.map(({ counted }) => counted.campaign),
        all.map(({ counted }) => counted.person),
        all.map(({ counted }) => counted.windowStart),
        all.map(({ limit }) => limit),
        all.map(({ requestId }) => requestId),
        all.map(({ at }) => at.getTime()),
        all.map(({ at }) => at.getTime() + PROMISE_MS),
        all.map(({ at }) => at.toISOString().slice(0, 10)),
      ],
    });
    for (const [place, { done }] of group.entries()) done(rows[place]?.promised === true);
  }
}

const keyOf = ({ wanted: { counted } }: Waiting): string =>
  `${counted.packageName}\n${counted.campaign}\n${counted.windowStart}\n${counted.person.toString('hex')}`;

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
