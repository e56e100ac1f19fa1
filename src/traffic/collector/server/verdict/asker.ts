import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { VerdictAnswer } from '#traffic/collector/contract/verdict-endpoints.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { REASONS, type ReasonCode } from '#traffic/event/contract/reasons.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { loadPolicy, type Policy } from '#traffic/judge/server/load-policy.ts';
import type { Judgement } from '#traffic/rules/server/verdict.ts';
import type { LiveEvent } from '../read-event.ts';
import { type EventRow, eventRow } from './event-facts.ts';
import { isOfOthers, type Judged, type MissingSource, PackageRules, type Unasked } from './package-rules.ts';
import { Renewed } from './renewed.ts';
import { type SourceRow, SourceRows } from './source-rows.ts';

export interface AskerParts {
  database: Database;
  clickhouse: ClickHouse;
  /** The one of the newest lists. */
  imports: { readonly enricher: Enricher };
}

export type Asked = Omit<VerdictAnswer, 'stored' | 'unknown_fields'>;

interface Held {
  policy: Policy;
  /** Tells whether it changed: conditions and rules are data. */
  text: string;
  rules: PackageRules;
}

const MOST_PACKAGES = 1_000;
const DELAY = 'source_click_delay_times';
const AMOUNT = 'source_revenue_times';

/**
 * What an event would be called, from what is known before it is stored: its own facts, the policy of its package and
 * the facts of its source, neither older than ten seconds. The same rules as everywhere; what other events would say is
 * left open and named.
 */
export class Asker {
  readonly #parts: AskerParts;
  readonly #oldestMs: number | undefined;
  readonly #sources: SourceRows;
  readonly #held = new Map<string, Renewed<Held>>();

  constructor(parts: AskerParts, oldestMs?: number) {
    this.#parts = parts;
    this.#oldestMs = oldestMs;
    this.#sources = new SourceRows(parts.clickhouse, oldestMs);
  }

  async ask(packageName: string, kind: EventKind, event: LiveEvent): Promise<Asked> {
    const row = eventRow(this.#parts.imports.enricher, kind, event);
    const [held, source] = await Promise.all([this.#policyOf(packageName).get(), this.#sources.of(packageName, row)]);
    const { judged, facts, judgement } = judge(held, row, source);
    return {
      event_id: event.id,
      kind,
      verdict: judgement.verdict,
      reason: judgement.reason,
      reasons: reasonsOf(judgement, judged, facts),
      whitelist_id: judgement.whitelist_id,
      rule_set: judgement.rule_version,
      not_looked_at: grouped(judged.unasked(facts)),
    };
  }

  /** Loads the policy of a package where none is fresh; undefined where there is nothing to wait for. */
  prepare(packageName: string): Promise<unknown> | undefined {
    const policy = this.#policyOf(packageName);
    return policy.isFresh ? undefined : policy.get();
  }

  /** The verdict from what is in memory now: null before the policy was loaded, without facts of the source until then. */
  atOnce(packageName: string, kind: EventKind, event: LiveEvent): Pick<Judgement, 'verdict' | 'reason'> | null {
    const held = this.#policyOf(packageName).held();
    if (!held) return null;
    const row = eventRow(this.#parts.imports.enricher, kind, event);
    return judge(held, row, this.#sources.held(packageName, row)).judgement;
  }

  #policyOf(packageName: string): Renewed<Held> {
    let renewed = this.#held.get(packageName);
    if (!renewed) {
      renewed = new Renewed(async (before) => {
        const policy = await loadPolicy(this.#parts.database, packageName);
        const text = JSON.stringify(policy);
        return before?.text === text ? before : { policy, text, rules: new PackageRules(policy) };
      }, this.#oldestMs);
      if (this.#held.size >= MOST_PACKAGES) this.#held.clear();
      this.#held.set(packageName, renewed);
    }
    return renewed;
  }
}

function judge({ rules }: Held, row: EventRow, source: SourceRow | null) {
  const judged = rules.at(row.ts, missingOf(row, source));
  const facts = source ? Object.assign(row, sourceFacts(row, source)) : row;
  return { judged, facts, judgement: judged.judge(facts, 'none') };
}

/**
 * An event is compared with the usual amounts of its source by a hash that only the engine computes, and an impression by
 * the click that may follow it.
 */
function missingOf({ kind, revenue }: EventRow, source: SourceRow | null): MissingSource {
  if (!source) return 'all';
  return [...(source.hasAmounts && revenue > 0 ? [AMOUNT] : []), ...(kind === 'impression' ? [DELAY] : [])];
}

/** What is stored of the source is what an event is compared with; the event has its own. */
function sourceFacts({ impression_to_click_seconds: delay }: EventRow, { facts }: SourceRow): Record<string, unknown> {
  const named = Object.fromEntries(SOURCE_FACT_NAMES.map((name, index) => [name, facts[index] ?? null]));
  const commonest = named[DELAY];
  named[DELAY] = delay !== null && delay >= 0 && commonest ? delay / commonest : null;
  named[AMOUNT] = null;
  return named;
}

function reasonsOf({ reason }: Judgement, { hits }: Judged, facts: EventRow): Asked['reasons'] {
  const found = hits(facts).map(({ rule, verdict, decides }) => ({
    code: rule.reason,
    rule: rule.id,
    title: rule.title,
    verdict,
    decides,
  }));
  const names = (each: { code: ReasonCode; decides: boolean }) => each.code === reason && each.decides;
  if (reason !== '' && !found.some(names))
    return [{ code: reason, rule: '', title: REASONS[reason].label, verdict: 'fraud', decides: true }, ...found];
  return [...found.filter(names), ...found.filter((each) => !names(each))];
}

/** What the other events would tell comes first; a rule that needs both is named with them. */
function grouped(unasked: readonly Unasked[]): Asked['not_looked_at'] {
  return (['others', 'source'] as const).flatMap((needs) => {
    const own = unasked.filter(({ facts }) => facts.some(isOfOthers) === (needs === 'others'));
    if (own.length === 0) return [];
    return [
      {
        needs,
        facts: [...new Set(own.flatMap(({ facts }) => facts))].sort(),
        rules: own.flatMap(({ rule }) => (rule ? [{ rule: rule.id, title: rule.title }] : [])),
        white_list: own.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
      },
    ];
  });
}
