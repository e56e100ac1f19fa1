import type { ReasonCode } from '#traffic/event/contract/reasons.ts';

/** Verdicts that call an event. */
export const CALLS = ['fraud', 'suspect'] as const;
export type Call = (typeof CALLS)[number];

/**
 * Of a hundred events that get a verdict for a reason, how many are genuine: measured where the truth is known, on six
 * worlds of the bench at medium, tuning seed 11, upper end of the 95 % interval, rounded up to a tenth. Nearly all are
 * genuine events of fraudulent sources. How well the shares hold on other seeds: "Expected share of wrong calls" in
 * `bench/detection/RESULTS.md`. Reasons of which it had fewer than 100 events are not in it.
 */
export const WRONG_CALLS: Readonly<Record<Call, Partial<Record<ReasonCode, number>>>> = {
  fraud: {
    'bot.behaviour': 0.7,
    'bot.spoofed_crawler': 0.1,
    'clk.duplicate': 4.1,
    'clk.fast': 0.3,
    'clk.flooding': 1.5,
    'clk.injection': 0.5,
    'dev.deprecated': 89.4,
    'dev.emulator': 0.2,
    'dev.farm': 0.6,
    'evt.duplicate': 0.3,
    'evt.inherited': 0.8,
    'imp.auto_refresh': 0.1,
    'imp.domain_spoofing': 0.1,
    'imp.pixel_stuffing': 0.1,
    'imp.stacking': 0.1,
    'ins.duplicate': 0.7,
    'ins.sdk_spoofing': 0.4,
    'net.datacenter': 3,
    'net.geo_mismatch': 2,
    'reng.loop': 0.3,
    'vid.event_order': 0.1,
    'vid.never_completes': 4.8,
  },
  suspect: {
    'bot.behaviour': 29.7,
    'clk.duplicate': 100,
    'clk.fast': 100,
    'clk.flooding': 18.3,
    'clk.injection': 87.1,
    'dev.farm': 27.2,
    'dev.id_reset': 88.4,
    'evt.fake': 17.5,
    'evt.inherited': 34.1,
    'evt.sequence': 5.5,
    'evt.too_fast': 0.9,
    'ins.incent': 29.4,
    'net.datacenter': 66.7,
    'net.geo_mismatch': 38.3,
    'reng.active_user': 92.7,
    'reng.loop': 2.9,
  },
};

export interface Calls {
  verdict: Call;
  reason: string;
  events: number;
}

export interface ExpectedWrong {
  events: number;
  /** Share of them that is expected to be genuine, in percent; null where nothing like them was measured. */
  wrong: number | null;
  /** Events of reasons that were not measured, decisions of people among them: they count for no share. */
  unmeasured: number;
}

/** One false-discovery rate over calls, whatever their reasons: each counts with the share of its reason. */
export function expectedWrong(calls: readonly Calls[], of: Call): ExpectedWrong {
  const shares: Readonly<Record<string, number>> = WRONG_CALLS[of];
  let [events, measured, wrong] = [0, 0, 0];
  for (const { verdict, reason, events: called } of calls) {
    if (verdict !== of) continue;
    events += called;
    const share = shares[reason];
    if (share === undefined) continue;
    measured += called;
    wrong += called * share;
  }
  return { events, wrong: measured > 0 ? wrong / measured : null, unmeasured: events - measured };
}
