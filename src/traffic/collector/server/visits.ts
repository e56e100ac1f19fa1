import { appError } from '#platform/server/http/app-error.ts';
import { refuse } from './refuse.ts';
import { Shares } from './shares.ts';
import { Turns } from './turns.ts';

/** Bodies, unpacked, of the requests that are read, wait for their turn or are at work: 1,300 of a hundred events each. */
const MOST_HELD = 48_000_000;
/** What a request holds beside its body. */
const REQUEST_BYTES = 8000;
/**
 * Of those the ones that are parsed, stored and answered; as objects they take four to six times as much. What a sender
 * has there is what others wait for, in one turn of the thread and in the commit they share: beside others it has so much
 * at most, which is one request of a hundred events or more.
 */
const MOST_AT_WORK = 512_000;
const BESIDE_OTHERS = 32_000;
/** What one costs beside its body, in bytes of one. */
const REQUEST_WORK = 1000;
/** Who sent within this still sends. */
const LATELY_MS = 1000;
const BUSY_SECONDS = 1;
/** Whose key stands in a body that is not read yet. */
const NOBODY = 0;

interface Waiting {
  bytes: number;
  go: () => void;
}

/** Requests in this process and what each holds of it, from its first byte to its answer. */
export class Visits {
  readonly held: Shares;
  readonly #atWork = new Shares(MOST_AT_WORK);
  readonly #line = new Turns<Waiting>();
  /** What came since it was last asked, taken or not. */
  #coming = new Shares(Number.POSITIVE_INFINITY);
  /** The last that came, and the last that came of another sender. */
  #latest = { sender: NOBODY, at: Number.NEGATIVE_INFINITY };
  #other = this.#latest;

  readonly #now: () => number;

  constructor(heldBytes = MOST_HELD, now = () => performance.now()) {
    this.#now = now;
    this.held = new Shares(heldBytes);
  }

  async receive<T>(work: (visit: Visit) => Promise<T>): Promise<T> {
    const visit = new Visit(this);
    try {
      return await work(visit);
    } finally {
      visit.leave();
    }
  }

  /** The sender has sent something. */
  see(sender: number): void {
    if (sender !== this.#latest.sender) this.#other = this.#latest;
    this.#latest = { sender, at: this.#now() };
  }

  /** So much of it. */
  count(sender: number, bytes: number): void {
    this.#coming.take(sender, bytes);
  }

  /** What came of whom since this was last asked. */
  came(): Shares {
    const came = this.#coming;
    this.#coming = new Shares(Number.POSITIVE_INFINITY);
    return came;
  }

  /** Waits for the turn of the sender. Answers what is to be given back. */
  begin(sender: number, size: number): Promise<number> {
    // However large it is, others go beside it.
    const bytes = Math.min(size + REQUEST_WORK, BESIDE_OTHERS);
    const turn = new Promise<number>((done) => {
      this.#line.add(sender, { bytes, go: () => done(bytes) });
    });
    this.#next();
    return turn;
  }

  /** One that is at work is larger than it was. */
  grow(sender: number, bytes: number): void {
    this.#atWork.take(sender, bytes);
  }

  end(sender: number, bytes: number): void {
    this.#atWork.give(sender, bytes);
    this.#next();
  }

  #next(): void {
    for (;;) {
      const next = this.#line.next(({ bytes }, sender) => {
        const own = this.#atWork.of(sender);
        const fits = this.#atWork.used + bytes <= MOST_AT_WORK;
        // Who has nothing at work waits for room, not for a gap between smaller ones.
        if (own === 0 && !fits) return 'stop';
        if (!fits || own + bytes > this.#mostOf(sender)) return 'skip';
        this.#atWork.take(sender, bytes);
        return 'go';
      });
      if (!next) return;
      next.go();
    }
  }

  #mostOf(sender: number): number {
    const { at } = this.#latest.sender === sender ? this.#other : this.#latest;
    return this.#now() - at < LATELY_MS ? BESIDE_OTHERS : MOST_AT_WORK;
  }
}

/** One request. Whatever it holds it gives back when it leaves. */
export class Visit {
  readonly #visits: Visits;
  #sender = NOBODY;
  #held = 0;
  #working = 0;

  constructor(visits: Visits) {
    this.#visits = visits;
  }

  get sender(): number {
    return this.#sender;
  }

  /** Whose it is. 503 when the sender holds as much as it may already: before the body is read, where the key is outside. */
  of(sender: number): void {
    this.#visits.see(sender);
    const { held } = this.#visits;
    const [before, bytes, working] = [this.#sender, this.#held, this.#working];
    if (before === sender) return;
    held.give(before, bytes);
    this.#held = 0;
    this.#sender = sender;
    if (working > 0) {
      this.#visits.grow(sender, working);
      this.#visits.end(before, working);
    }
    this.take(Math.max(0, bytes - REQUEST_BYTES));
  }

  /**
   * So many bytes of its body more, as they come, for what is only announced holds nothing: 503 when there is no room, or
   * none for this sender.
   */
  take(bytes: number): void {
    const { held } = this.#visits;
    const n = bytes + (this.#held === 0 ? REQUEST_BYTES : 0);
    this.#visits.count(this.#sender, n);
    const may = held.mayTake(this.#sender, n);
    if (may === 'full') throw appError('unavailable', { retryAfter: BUSY_SECONDS });
    if (may === 'over') throw refuse('held_at_work', {}, { as: 'unavailable', retryAfter: BUSY_SECONDS });
    held.take(this.#sender, n);
    this.#held += n;
    if (this.#working === 0) return;
    this.#visits.grow(this.#sender, n);
    this.#working += n;
  }

  /** All of its body is there: waits until it is to be worked at. */
  async turn(): Promise<void> {
    if (this.#working === 0) this.#working = await this.#visits.begin(this.#sender, this.#held - REQUEST_BYTES);
  }

  leave(): void {
    this.#visits.held.give(this.#sender, this.#held);
    this.#held = 0;
    if (this.#working > 0) this.#visits.end(this.#sender, this.#working);
    this.#working = 0;
  }
}
