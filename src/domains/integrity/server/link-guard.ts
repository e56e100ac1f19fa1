import { setTimeout as sleep } from 'node:timers/promises';
import { gt, isNull, or, sql } from 'drizzle-orm';
import type { GuardedConversion, GuardedRequest } from '#domains/integrity/contract/guard.ts';
import { RULE_KINDS, type RuleKind, type Signature } from '#domains/integrity/contract/kinds.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { type Outcome, type PublishedRule, RuleSheet } from './evaluate.ts';
import { factsOf, NOTHING } from './facts.ts';
import { readSignature } from './read-signature.ts';
import { type LinkKey, sealOf } from './sign-link.ts';
import { keyTable, placeTable } from './tables.ts';

export interface GuardParts {
  database: Database;
  linkMaster: Buffer;
  imports: { readonly enricher: Enricher };
}

interface State {
  sheets: ReadonlyMap<string, RuleSheet>;
  places: ReadonlyMap<string, readonly string[]>;
  keys: ReadonlyMap<string, LinkKey>;
  at: number;
}

const FRESH_MS = 1_000;
const TOGETHER_MS = 50;
const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 100_000;
const PASSES: Outcome = { action: 'allow', reason: '', steps: [] };

/**
 * Rules in force, places, keys and nonces, before a link goes on. What it stands on is at most a second old; where the
 * database does not answer, what was read last goes on to hold.
 */
export class LinkGuard {
  readonly #parts: GuardParts;
  readonly #addresses = new Map<string, { minute: number; n: number }>();
  #state: State | undefined;
  #loading: Promise<State> | undefined;
  #asking: Promise<State> | undefined;

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /**
   * `onlyLooking`: nothing is counted, and a link that holds once holds still. Without a signature, as most links are,
   * the answer is there at once.
   */
  check(request: GuardedRequest, onlyLooking = false): Outcome | Promise<Outcome> {
    const state = this.#heldFresh();
    return state && !sealOf(request.params)
      ? this.#evaluate(state, request, 'missing', onlyLooking)
      : this.#checkSigned(request, onlyLooking);
  }

  async #checkSigned(request: GuardedRequest, onlyLooking: boolean): Promise<Outcome> {
    const state = await this.#fresh();
    const { database, linkMaster } = this.#parts;
    const signature = await readSignature(request, {
      db: database.db,
      linkMaster,
      keyOf: async (keyId) => {
        const key = state.keys.get(keyId) ?? (await this.#newest()).keys.get(keyId);
        return key?.packageName === request.packageName ? key : undefined;
      },
      onlyLooking,
    });
    return this.#evaluate(state, request, signature, onlyLooking);
  }

  #evaluate(state: State, request: GuardedRequest, signature: Signature, onlyLooking: boolean): Outcome {
    const sheet = state.sheets.get(`${request.kind} ${request.packageName}`);
    const countries = state.places.get(`${request.campaignId} ${request.kind}`) ?? [];
    // Most links have neither rules nor places: what is known of their clicks is not asked for.
    if (!sheet && countries.length === 0) return NO_RULES.evaluate(request, { ...NOTHING, signature }, []);
    const found = factsOf(this.#parts.imports.enricher, {
      ...request,
      signature,
      addressPerMinute: onlyLooking ? null : this.#perMinute(request.ip, request.at),
      eventName: '',
      secondsAfterClick: null,
    });
    const facts = request.country ? { ...found, country: request.country } : found;
    return (sheet ?? NO_RULES).evaluate(request, facts, countries);
  }

  async checkConversion(conversion: GuardedConversion): Promise<Outcome> {
    const { sheets } = await this.#fresh();
    const sheet = sheets.get(`acquisition ${conversion.packageName}`);
    if (!sheet) return PASSES;
    const seen = { ...conversion, signature: '' as const, addressPerMinute: null, referrer: '' };
    return sheet.evaluate({ ...conversion, signedOnly: false }, factsOf(this.#parts.imports.enricher, seen), []);
  }

  /**
   * For a key made since keys were read: its first link may be followed at once, and would count as forged. Anybody can
   * name keys that there are not, so those who come together share one question.
   */
  #newest(): Promise<State> {
    this.#asking ??= sleep(TOGETHER_MS).then(() => {
      this.#asking = undefined;
      return this.#load();
    });
    return this.#asking;
  }

  /** Of an address in this process, this request included. */
  #perMinute(ip: string, at: Date): number {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const before = this.#addresses.get(ip);
    const n = before?.minute === minute ? before.n + 1 : 1;
    if (this.#addresses.size >= MOST_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(ip, { minute, n });
    return n;
  }

  #heldFresh(): State | undefined {
    const held = this.#state;
    return held && performance.now() - held.at < FRESH_MS ? held : undefined;
  }

  async #fresh(): Promise<State> {
    const fresh = this.#heldFresh();
    if (fresh) return fresh;
    const held = this.#state;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return held ? this.#loading.catch(() => held) : this.#loading;
  }

  async #load(): Promise<State> {
    const at = performance.now();
    const { db, pool } = this.#parts.database;
    const { rows } = await pool.query<{ package_name: string; kind: RuleKind; rules: PublishedRule[] }>(
      `SELECT DISTINCT ON (package_name, kind) package_name, kind, rules FROM integrity_version
       WHERE kind = ANY($1) ORDER BY package_name, kind, version DESC`,
      [RULE_KINDS],
    );
    const [places, keys] = await Promise.all([db.select().from(placeTable), db.select().from(keyTable).where(isHeld)]);
    const state: State = {
      sheets: new Map(rows.map((row) => [`${row.kind} ${row.package_name}`, new RuleSheet(row.rules)])),
      places: new Map(places.map(({ campaignId, kind, countries }) => [`${campaignId} ${kind}`, countries])),
      keys: new Map(keys.map((key) => [key.keyId, key])),
      at,
    };
    this.#state = state;
    return state;
  }
}

const isHeld = or(isNull(keyTable.endsAt), gt(keyTable.endsAt, sql`now()`));
const NO_RULES = new RuleSheet([]);
