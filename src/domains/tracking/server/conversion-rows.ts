import { randomUUID } from 'node:crypto';
import { fillMacros, type Macro } from '#domains/tracking/contract/macros.ts';
import { readValue } from '#traffic/collector/server/read-value.ts';
import type { Handling } from '#traffic/event/contract/event.ts';
import type { LiveCampaign, LiveCap } from './live-campaigns.ts';
import { macrosOf } from './read-click.ts';
import type { Postback } from './read-postback.ts';
import type { Candidate, NewState } from './weigh-postback.ts';

/** A row of `tracking_conversion` that is to be written. */
export interface NewConversion {
  package_name: string;
  campaign_id: number;
  campaign_name: string;
  publisher: string;
  sub_publisher: string;
  click_id: string;
  event: string;
  transaction_id: string;
  once: string;
  event_id: string;
  at: string;
  click_at: string;
  amount: string | null;
  currency: string;
  payout: string;
  revenue: string;
  status: NewState;
  over_cap_id: number | null;
  reason: string;
  approve_at: string | null;
}

const DAY_MS = 86_400_000;

/**
 * What is stored of a conversion. Beyond a cap it is paid nothing, refused, or waits for a person, as the cap says; that
 * of a click the rules call fraud, or that a rule of user acquisition speaks against, is refused. Its revenue stays where
 * it is only not paid: the sale was made.
 */
export function newConversion(
  candidate: Candidate,
  { transactionId }: Postback,
  over: LiveCap | undefined,
): NewConversion {
  const { touch, campaign, publisher, fault } = candidate;
  const { row } = campaign;
  const isRefused = fault !== '' || over?.action === 'reject';
  const isHeld = over?.action === 'hold';
  const isUnpaid = isRefused || (over !== undefined && !isHeld);
  const { status, approveAt } = isRefused
    ? { status: 'rejected' as const, approveAt: null }
    : isHeld
      ? { status: 'pending' as const, approveAt: null }
      : firstState(candidate);
  return {
    package_name: row.packageName,
    campaign_id: row.id,
    campaign_name: row.campaignName,
    publisher: publisher?.name ?? touch.given['publisher'] ?? '',
    sub_publisher: touch.given['sub1'] ?? '',
    click_id: touch.id,
    event: candidate.event,
    transaction_id: transactionId,
    once: candidate.once,
    event_id: `cv-${randomUUID()}`,
    at: candidate.at.toISOString(),
    click_at: touch.at.toISOString(),
    amount: candidate.amount,
    currency: row.currency,
    payout: isUnpaid ? '0' : candidate.payout,
    revenue: isRefused ? '0' : candidate.revenue,
    status,
    over_cap_id: over?.id ?? null,
    reason: fault || (over ? 'over_cap' : ''),
    approve_at: approveAt?.toISOString() ?? null,
  };
}

function firstState({ campaign: { row }, wanted, at }: Candidate): { status: NewState; approveAt: Date | null } {
  if (wanted !== '') return { status: wanted, approveAt: null };
  if (row.approval === 'manual') return { status: 'pending', approveAt: null };
  if (row.holdDays === 0) return { status: 'approved', approveAt: null };
  return { status: 'pending', approveAt: new Date(at.getTime() + row.holdDays * DAY_MS) };
}

/** What an event of this name is among the events of the package. */
export const kindOf = (
  { platform }: Pick<LiveCampaign, 'platform'>,
  event: string,
): 'web_event' | 'install' | 'app_event' =>
  platform === 'web' ? 'web_event' : event === 'install' ? 'install' : 'app_event';

/** The event of a conversion among all others: same person, same source, and what it pays and earns. */
export function eventOf({ campaign, touch, at }: Candidate, stored: NewConversion) {
  const { given } = touch;
  const kind = kindOf(campaign, stored.event);
  const values: Record<string, string> = {
    publisher: stored.publisher,
    sub_publisher: stored.sub_publisher,
    vendor: campaign.row.agencyName,
    campaign: stored.campaign_name,
    campaign_id: campaign.row.key,
    event_name: stored.event,
    click_id: stored.click_id,
    order_id: stored.transaction_id,
    click_time: stored.click_at,
    ...(kind === 'install' ? { install_time: stored.at } : {}),
    device_id: given['gaid'] ?? given['idfa'] ?? '',
    ip: given['ip'] ?? '',
    user_agent: given['user_agent'] ?? '',
    revenue: stored.revenue,
    cost: stored.payout,
    currency: stored.currency,
    handling: handlingOf(stored),
    handling_reason: stored.reason,
  };
  const fields: Record<string, string> = { ts: stored.at };
  for (const [name, value] of Object.entries(values)) {
    const read = readValue(name, value, at);
    if ('text' in read && read.text !== '') fields[name] = read.text;
  }
  return { kind, id: stored.event_id, fields };
}

const handlingOf = ({ over_cap_id: over, status }: NewConversion): Handling => {
  if (over !== null) return 'over';
  return status === 'rejected' ? 'flagged' : 'passed';
};

/**
 * What the publisher is told, '' where it is told nothing. An address that does not name the state would say the same of
 * a sale that waits, is paid and is taken back: it is called for what is paid. What is taken back pays nothing.
 */
export function noticeOf({ campaign, publisher, touch }: Whom, stored: Told): string {
  if (!publisher || publisher.postbackUrl === '') return '';
  if (publisher.postbackEvents.size > 0 && !publisher.postbackEvents.has(stored.event)) return '';
  if (stored.status !== 'approved' && !publisher.postbackUrl.includes('{status}')) return '';
  const own: Partial<Record<Macro, string>> = {
    event: stored.event,
    txid: stored.transaction_id,
    payout: stored.status === 'rejected' ? '0' : trimmed(stored.payout),
    revenue: trimmed(stored.revenue),
    status: stored.status,
  };
  const ofClick = macrosOf(touch.id, new Date(stored.at), campaign.row, touch.given);
  return fillMacros(publisher.postbackUrl, (name) => own[name] ?? ofClick(name));
}

type Whom = Pick<Candidate, 'campaign' | 'publisher'> & { touch: Pick<Candidate['touch'], 'id' | 'given'> };
type Told = Pick<NewConversion, 'at' | 'event' | 'transaction_id' | 'payout' | 'revenue' | 'status'>;

const trimmed = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);
