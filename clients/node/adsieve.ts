/** Sends events to Adsieve from a server: Node 20 and later, Deno, Bun, workers. No dependencies. */

/** Columns of traffic by their own names, such as `campaign`, `ip` or `revenue`; `event_id` and `ts` among them. */
export type Event = Record<string, string | number | boolean | null | undefined>;

export interface Answer {
  accepted: number;
  /** Came before, within a week, by their `event_id`. */
  duplicates: number;
  /** What is wrong with which event of the list, by its place. Such events wait in Adsieve with their reason. */
  rejected: { index: number; field: string; reason: string }[];
  unknown_fields: { count: number; names: string[] };
}

export interface Verdict {
  event_id: string;
  /** `filtered`: a bot that says so. */
  verdict: 'clean' | 'suspect' | 'fraud' | 'filtered';
  /** Code of the reason that decides; empty for clean events. */
  reason: string;
  /** Rules that hit, the strongest first. */
  reasons: { code: string; rule: string; title: string; verdict: string; decides: boolean }[];
  /** Rules that may still hit when the event is stored, and the facts they need. */
  not_looked_at: { needs: string; facts: string[]; rules: { rule: string; title: string }[] }[];
  stored: 'no' | 'yes' | 'before';
}

export interface Options {
  /** Where Adsieve is, such as https://adsieve.example.com. */
  address: string;
  key: string;
  /** How often a list is sent before it is given up: 6 is about a minute. */
  tries?: number;
}

/** Refused for good: the same would be refused again. */
export class AdsieveError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'AdsieveError';
    this.status = status;
  }
}

const AT_ONCE = 1000;
const LONGEST_WAIT_SECONDS = 60;
const ANSWER_MS = 30_000;

export class Adsieve {
  readonly #options: Required<Options>;

  constructor({ address, key, tries = 6 }: Options) {
    this.#options = { address: address.replace(/\/$/, ''), key, tries };
  }

  /**
   * Resolves when all of them are stored. Each has an id before it is sent, so what is sent again counts once; what
   * Adsieve has no room for is sent again when it says so. Throws what is refused for good, and the last failure.
   */
  async send(kind: string, events: readonly Event[]): Promise<Answer> {
    const all: Answer = { accepted: 0, duplicates: 0, rejected: [], unknown_fields: { count: 0, names: [] } };
    const named = events.map((event) => ({ event_id: crypto.randomUUID(), ...event }));
    for (let from = 0; from < named.length; from += AT_ONCE) {
      const path = `/api/ingest/${encodeURIComponent(kind)}`;
      const answer = await this.#post<Answer>(path, named.slice(from, from + AT_ONCE));
      all.accepted += answer.accepted;
      all.duplicates += answer.duplicates;
      all.rejected.push(...answer.rejected.map((each) => ({ ...each, index: each.index + from })));
      all.unknown_fields.count = Math.max(all.unknown_fields.count, answer.unknown_fields.count);
      all.unknown_fields.names = [...new Set([...all.unknown_fields.names, ...answer.unknown_fields.names])];
    }
    return all;
  }

  /** What an event would be called, before anything is paid; `store` sends it as well. */
  verdict(kind: string, event: Event, { store = false } = {}): Promise<Verdict> {
    return this.#post('/v1/verdict', { kind, event: { event_id: crypto.randomUUID(), ...event }, store });
  }

  async #post<Result>(path: string, content: unknown): Promise<Result> {
    const { address, key, tries } = this.#options;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify(content);
    for (let tried = 1; ; tried++) {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(address + path, { method: 'POST', headers, body, signal }).catch((error) => {
        // Whether it came through nobody can say: the ids do.
        if (tried >= tries) throw error;
        return undefined;
      });
      if (answer?.ok) return answer.json();
      const isFinal = answer !== undefined && answer.status < 500 && answer.status !== 429;
      const asked = Number(answer?.headers.get('retry-after')) || 0;
      if (answer && (isFinal || tried >= tries || asked > LONGEST_WAIT_SECONDS))
        throw new AdsieveError(answer.status, await answer.text());
      await answer?.body?.cancel();
      // A little apart from others who were told the same.
      const seconds = Math.max(asked, 2 ** tried / 2) * (1 + Math.random() / 4);
      await new Promise((go) => setTimeout(go, seconds * 1000));
    }
  }
}
