import { eq, gt, isNull, or, sql } from 'drizzle-orm';
import { type IntegrityKind, RULE_KINDS, type RuleKind, type Signature } from '#domains/integrity/contract/kinds.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { type Outcome, type PublishedRule, RuleSheet } from './evaluate.ts';
import { factsOf, type Seen } from './facts.ts';
import type { Db } from './parts.ts';
import { isSigned, linkSecret, nonceHash, SKEW_SECONDS, sealOf } from './sign-link.ts';
import { keyTable, nonceTable, placeTable } from './tables.ts';

export interface GuardParts {
  database: Database;
  linkMaster: Buffer;
  imports: { readonly enricher: Enricher };
}

/** A request of a link or pixel, as it came. */
export interface GuardedRequest
  extends Omit<Seen, 'kind' | 'signature' | 'addressPerMinute' | 'eventName' | 'secondsAfterClick'> {
  kind: IntegrityKind;
  packageName: string;
  campaignId: number;
  path: string;
  params: readonly (readonly [string, string])[];
}

/** A conversion before it is counted; address and agent are those of its click. */
export interface GuardedConversion extends Omit<Seen, 'kind' | 'signature' | 'addressPerMinute' | 'referrer'> {
  kind: 'install' | 'app_event' | 'web_event';
  packageName: string;
  campaignId: number;
}

interface State {
  sheets: ReadonlyMap<string, RuleSheet>;
  places: ReadonlyMap<string, readonly string[]>;
  keys: ReadonlyMap<string, string>;
  at: number;
}

const FRESH_MS = 1_000;
const MINUTE_MS = 60_000;
const MOST_ADDRESSES = 100_000;
/** A link that holds once is not signed for longer: until then its nonce is remembered. */
export const ONCE_SECONDS = 86_400;

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

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** `onlyLooking`: nothing is counted, and a link that holds once holds still. */
  async check(request: GuardedRequest, onlyLooking = false): Promise<Outcome> {
    const state = await this.#fresh();
    const signature = await this.#signature(state, request, onlyLooking);
    const facts = factsOf(this.#parts.imports.enricher, {
      ...request,
      signature,
      addressPerMinute: onlyLooking ? null : this.#perMinute(request.ip, request.at),
      eventName: '',
      secondsAfterClick: null,
    });
    const countries = state.places.get(`${request.campaignId} ${request.kind}`) ?? [];
    const sheet = state.sheets.get(`${request.kind} ${request.packageName}`) ?? NO_RULES;
    return sheet.evaluate(request.campaignId, facts, countries);
  }

  async checkConversion(conversion: GuardedConversion): Promise<Outcome> {
    const { sheets } = await this.#fresh();
    const sheet = sheets.get(`acquisition ${conversion.packageName}`);
    if (!sheet) return PASSES;
    const seen = { ...conversion, signature: '' as const, addressPerMinute: null, referrer: '' };
    return sheet.evaluate(conversion.campaignId, factsOf(this.#parts.imports.enricher, seen), []);
  }

  async #signature(
    { keys }: State,
    { packageName, path, params, at }: GuardedRequest,
    onlyLooking: boolean,
  ): Promise<Signature> {
    const seal = sealOf(params);
    if (!seal) return 'missing';
    if (keys.get(seal.keyId) !== packageName) return 'invalid';
    const secret = linkSecret(this.#parts.linkMaster, packageName, seal.keyId);
    if (!isSigned(secret, path, params, seal.signature)) return 'invalid';
    const now = at.getTime() / 1000;
    if (!(seal.expires + SKEW_SECONDS > now)) return 'expired';
    if (seal.nonce === '') return 'valid';
    if (seal.expires > now + ONCE_SECONDS) return 'invalid';
    const nonce = nonceHash(packageName, seal.nonce);
    if (onlyLooking) return (await isUsed(this.#parts.database.db, nonce)) ? 'replayed' : 'valid';
    const { rowCount } = await this.#parts.database.db
      .insert(nonceTable)
      .values({ nonce, usedAt: at })
      .onConflictDoNothing();
    return rowCount === 1 ? 'valid' : 'replayed';
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

  async #fresh(): Promise<State> {
    const held = this.#state;
    if (held && performance.now() - held.at < FRESH_MS) return held;
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
    const [places, keys] = await Promise.all([
      db.select().from(placeTable),
      db
        .select({ keyId: keyTable.keyId, packageName: keyTable.packageName })
        .from(keyTable)
        .where(or(isNull(keyTable.endsAt), gt(keyTable.endsAt, sql`now()`))),
    ]);
    const state: State = {
      sheets: new Map(rows.map((row) => [`${row.kind} ${row.package_name}`, new RuleSheet(row.rules)])),
      places: new Map(places.map(({ campaignId, kind, countries }) => [`${campaignId} ${kind}`, countries])),
      keys: new Map(keys.map(({ keyId, packageName }) => [keyId, packageName])),
      at,
    };
    this.#state = state;
    return state;
  }
}

export async function isUsed(db: Db, nonce: Buffer): Promise<boolean> {
  const used = await db.select({ at: nonceTable.usedAt }).from(nonceTable).where(eq(nonceTable.nonce, nonce));
  return used.length > 0;
}

const NO_RULES = new RuleSheet([]);
