import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { appendGroup } from '#traffic/collector/server/append-group.ts';
import { seenHash } from '#traffic/collector/server/intake-sql.ts';
import type { LinkRecord } from './click-records.ts';
import { ClickSpool } from './click-spool.ts';

interface Waiting {
  record: LinkRecord;
  /** Cleared when it is stored, or lies in the file. */
  timer: NodeJS.Timeout;
  isFiled: boolean;
  done: () => void;
}

export interface ClickLogParts {
  database: Pick<Database, 'pool'>;
  dataFolder: string;
  onStored: () => void;
  /** How long a click waits for the database; 20 ms. */
  waitMs?: number;
}

/** Commits at a time. */
const WRITERS = 2;
const GROUP = 2_000;
/** More than this in memory goes to the file at once. */
const MOST_WAITING = 20_000;
const WAIT_MS = 20;
const REPLAY_MS = 1_000;
const MOST_WRITER = 2 ** 31 - 1;
const NO_PACKAGE = '23503';

/**
 * Where clicks and views go before they are answered: those that come while others are written are one commit, and one
 * that waits too long for it is written to a file of this machine, from which the database gets it later. Both may
 * happen: the same id is stored once.
 */
export class ClickLog {
  readonly #parts: ClickLogParts;
  readonly #spool: ClickSpool;
  readonly #idle = Array.from({ length: WRITERS }, () => randomInt(MOST_WRITER));
  #waiting: Waiting[] = [];
  #replaying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ClickLogParts) {
    this.#parts = parts;
    this.#spool = new ClickSpool(join(parts.dataFolder, 'clicks'));
    this.#replaySoon(0);
  }

  /** Resolves when it is stored or on the disk; never rejects, for nobody who clicks is kept from where he goes. */
  record(record: LinkRecord): Promise<void> {
    return new Promise((done) => {
      const waiting: Waiting = {
        record,
        isFiled: false,
        done,
        timer: setTimeout(() => void this.#file(waiting), this.#parts.waitMs ?? WAIT_MS),
      };
      if (this.#waiting.length >= MOST_WAITING) return void this.#file(waiting);
      this.#waiting.push(waiting);
      const writer = this.#idle.pop();
      if (writer !== undefined) void this.#write(writer);
    });
  }

  /** Everything that lies in files, now. */
  async replay(): Promise<void> {
    this.#replaying ??= this.#spool
      .replay((records) => this.#takeAll(records))
      .then((n) => {
        if (n > 0) this.#parts.onStored();
      })
      .finally(() => {
        this.#replaying = undefined;
      });
    await this.#replaying;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #write(writer: number): Promise<void> {
    // What is read in the same turn goes along.
    await new Promise((go) => setImmediate(go));
    for (;;) {
      const group = this.#waiting.splice(0, GROUP).filter(({ isFiled }) => !isFiled);
      if (group.length === 0 && this.#waiting.length === 0) break;
      if (group.length === 0) continue;
      try {
        await this.#store(
          group.map(({ record }) => record),
          writer,
        );
        for (const { timer, done } of group) {
          clearTimeout(timer);
          done();
        }
        this.#parts.onStored();
      } catch {
        await Promise.all(group.filter(({ isFiled }) => !isFiled).map((waiting) => this.#file(waiting)));
      }
    }
    this.#idle.push(writer);
  }

  async #file(waiting: Waiting): Promise<void> {
    waiting.isFiled = true;
    clearTimeout(waiting.timer);
    // A full disk keeps nobody from going on either; the database may have it yet.
    await this.#spool.append(waiting.record).catch(() => {
      waiting.isFiled = false;
    });
    waiting.done();
    this.#replaySoon(REPLAY_MS);
  }

  #replaySoon(ms: number): void {
    this.#timer ??= setTimeout(() => {
      const again = (isNeeded: boolean): void => {
        this.#timer = undefined;
        if (isNeeded) this.#replaySoon(REPLAY_MS);
      };
      this.replay().then(
        () => again(this.#spool.isUsed),
        () => again(true),
      );
    }, ms).unref();
  }

  async #takeAll(records: readonly LinkRecord[]): Promise<void> {
    const writer = randomInt(MOST_WRITER);
    for (let first = 0; first < records.length; first += GROUP) {
      const group = records.slice(first, first + GROUP);
      try {
        await this.#store(group, writer);
      } catch (error) {
        if (!isOfNoPackage(error)) throw error;
        for (const record of group) await this.#storeOne(record, writer);
      }
    }
  }

  async #storeOne(record: LinkRecord, writer: number): Promise<void> {
    try {
      await this.#store([record], writer);
    } catch (error) {
      // Its package is gone, and everything of it.
      if (!isOfNoPackage(error)) throw error;
    }
  }

  async #store(records: readonly LinkRecord[], writer: number): Promise<void> {
    const touches = records.flatMap(({ touch }) => (touch ? [touch] : []));
    const uses = records.flatMap(({ touch, uses: own }) =>
      touch ? own.map(({ capId, periodStart }) => ({ touch: touch.id, cap_id: capId, period_start: periodStart })) : [],
    );
    const challenges = records.flatMap(({ touch, challenge }) =>
      touch && challenge ? [{ id: touch.id, package_name: touch.package_name, at: touch.at, event: challenge }] : [],
    );
    const group = records.map(({ packageId, packageName, at, events }) => ({
      keyId: null,
      packageId,
      packageName,
      receivedAt: new Date(at),
      events,
      dead: [],
      hashes: events.map(({ id }) => seenHash(packageId, id)),
    }));
    const rows = { touches, uses, challenges };
    await appendGroup(this.#parts.database.pool, group, writer, { call: 'tracking_touches', rows });
  }
}

const isOfNoPackage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_PACKAGE;
