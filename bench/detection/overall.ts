import { EVIDENCE } from '#traffic/rules/server/evidence.ts';
import type { Judged } from './product.ts';
import { type Source, truthName } from './source.ts';

/** Rows of one truth, or what they cost, by the verdict they were given. */
export interface Verdicts {
  clean: number;
  suspect: number;
  fraud: number;
  filtered: number;
}

/** Two rules that hit one row, whatever else did. */
export interface PairCount {
  valid: number;
  invalid: number;
  /** Sources of the rows, honest and fraudulent. */
  honest: Set<number>;
  crooks: Set<number>;
}

/** Rules that call by the event and its source at once: what they call needs no weighing. */
const BY_TWO_SIGNS: ReadonlySet<string> = new Set([
  'flood_clicks',
  'flood_repeats',
  'flood_installs',
  'shelf_install',
  'proxied_event',
  'hosted_event',
  'abroad_event',
]);

/** What a visitor who says it is a bot is labelled with: neither fraud nor honest. */
const KNOWN_BOT = 'bot.declared';

/**
 * Every row by what it truly is and what was said of it, whoever said it: rules on the row, statistics of its source,
 * or what it inherited. By truth of its source, invalid and valid rows apart: a crook brings genuine traffic too.
 */
export class Overall {
  readonly invalid = new Map<string, Verdicts>();
  readonly valid = new Map<string, Verdicts>();
  readonly bots: Verdicts = nothing();
  /** US dollars paid for fraudulent and for genuine rows, by their verdict. */
  readonly spentOn = { invalid: nothing(), valid: nothing() };
  readonly pairs = new Map<string, PairCount>();
  /** Called rows by verdict and the reason given, as `fraud clk.flooding`. */
  readonly calls = new Map<string, { valid: number; invalid: number }>();
  /** Rows by the place of the entry of `EVIDENCE` that is the surest about their source. */
  readonly evidence = EVIDENCE.map(() => ({ valid: 0, invalid: 0 }));
  #worlds = 0;

  /** Sources of different worlds are different ones. Returns the number of the one that begins. */
  beginWorld(): number {
    return ++this.#worlds;
  }

  /** `cost`: what the row cost, in US dollars. */
  add({ verdict, reason, hits }: Judged, reasons: readonly string[], source: Source, cost: number): void {
    if (reasons[0] === KNOWN_BOT) {
      this.bots[verdict]++;
      return;
    }
    const isValid = reasons.length === 0;
    const side = isValid ? this.valid : this.invalid;
    const name = truthName(source.truth);
    const counts = side.get(name) ?? nothing();
    side.set(name, counts);
    counts[verdict]++;
    if (verdict === 'fraud' || verdict === 'suspect') this.#countCall(`${verdict} ${reason}`, isValid);
    (isValid ? this.spentOn.valid : this.spentOn.invalid)[verdict] += cost;
    if (verdict === 'fraud' && (!hits.includes('weight_of_evidence') || hits.some((rule) => BY_TWO_SIGNS.has(rule)))) {
      this.#countPairs(hits, isValid, source);
      return;
    }
    const surest = this.evidence[EVIDENCE.findIndex(({ signs }) => signs.every(({ id }) => hits.includes(id)))];
    if (surest) surest[isValid ? 'valid' : 'invalid']++;
    this.#countPairs(hits, isValid, source);
  }

  #countCall(key: string, isValid: boolean): void {
    const count = this.calls.get(key) ?? { valid: 0, invalid: 0 };
    this.calls.set(key, count);
    count[isValid ? 'valid' : 'invalid']++;
  }

  #countPairs(hits: readonly string[], isValid: boolean, source: Source): void {
    for (let first = 0; first < hits.length; first++)
      for (let second = first; second < hits.length; second++) this.#pair(hits[first], hits[second], isValid, source);
  }

  #pair(one: string | undefined, other: string | undefined, isValid: boolean, { index, truth }: Source): void {
    if (one === undefined || other === undefined) return;
    const key = one < other ? `${one} ${other}` : `${other} ${one}`;
    const pair = this.pairs.get(key) ?? { valid: 0, invalid: 0, honest: new Set<number>(), crooks: new Set<number>() };
    this.pairs.set(key, pair);
    if (isValid) pair.valid++;
    else pair.invalid++;
    (truth.is === 'fraud' ? pair.crooks : pair.honest).add(this.#worlds * 1e6 + index);
  }
}

const nothing = (): Verdicts => ({ clean: 0, suspect: 0, fraud: 0, filtered: 0 });

export const rowsOf = ({ clean, suspect, fraud, filtered }: Verdicts): number => clean + suspect + fraud + filtered;
export const flagged = ({ suspect, fraud }: Verdicts): number => suspect + fraud;
