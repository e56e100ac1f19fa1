import type { EventKind, Handling } from '#traffic/event/contract/event.ts';
import type { ClickUse } from './click-caps.ts';
import type { Passed } from './decide.ts';
import type { LiveCampaign } from './live-campaigns.ts';
import type { ReadClick } from './read-click.ts';

/** An event as the log of live traffic takes it. */
export interface LinkEvent {
  kind: EventKind;
  id: string;
  fields: Readonly<Record<string, string>>;
}

/** A row of `tracking_touch`, as `tracking_touches` reads it. */
export interface TouchRow {
  id: string;
  package_name: string;
  campaign_id: number;
  publisher_id: number | null;
  kind: 'click' | 'impression';
  at: string;
  /** Hexadecimal. */
  device: string;
  handling: string;
  handling_reason: string;
  given: Readonly<Record<string, string>>;
}

/** What one click or view leaves behind: all of it in one commit, or as one line of the file. */
export interface LinkRecord {
  packageId: number;
  packageName: string;
  at: string;
  events: LinkEvent[];
  touch: TouchRow | null;
  uses: ClickUse[];
  /** Set for a click that is shown the challenge: its event comes later. */
  challenge: Readonly<Record<string, string>> | null;
}

const HANDLING_OF = {
  pass: 'passed',
  flag: 'flagged',
  challenge: 'challenged',
  end: 'ended',
} as const satisfies Record<string, Handling>;

/**
 * Of a click that went through several campaigns each has an event of its own: those that sent it on `redirected`, the
 * last what became of it, under the id of the click. Only who is let through, or may be, is a touch that postbacks find.
 */
export function recordOf(
  kind: 'click' | 'impression',
  read: ReadClick,
  passed: readonly Passed[],
  { uses, verdict }: { uses: ClickUse[]; verdict: string },
): LinkRecord | null {
  const last = passed.at(-1);
  if (!last) return null;
  const { campaign, decision } = last;
  const handling = HANDLING_OF[decision.way === 'elsewhere' ? 'end' : decision.way];
  const before = passed.slice(0, -1).map(
    (each, place): LinkEvent => ({
      kind,
      id: `${read.id}-${place + 1}`,
      fields: eventFields(read, each.campaign, { handling: 'redirected', reason: each.decision.reason }),
    }),
  );
  const own = eventFields(read, campaign, { handling, reason: decision.reason });
  const challenge = decision.way === 'challenge' ? own : null;
  const touch: TouchRow | null =
    handling === 'ended'
      ? null
      : {
          id: read.id,
          package_name: campaign.row.packageName,
          campaign_id: campaign.row.id,
          publisher_id: read.click.publisher?.id ?? null,
          kind,
          at: read.click.at.toISOString(),
          device: read.click.device,
          handling,
          handling_reason: decision.reason,
          given: verdict === '' ? read.given : { ...read.given, verdict },
        };
  return {
    packageId: campaign.packageId,
    packageName: campaign.row.packageName,
    at: read.click.at.toISOString(),
    events: challenge ? before : [...before, { kind, id: read.id, fields: priced(kind, own, campaign) }],
    touch,
    uses,
    challenge: challenge && priced('click', { ...challenge, handling: 'passed' }, campaign),
  };
}

function eventFields(
  { fields }: ReadClick,
  { row }: LiveCampaign,
  { handling, reason }: { handling: string; reason: string },
): Record<string, string> {
  const own: Record<string, string> = { ...fields, campaign: row.campaignName, campaign_id: row.key, handling };
  if (row.agencyName !== '') own['vendor'] = row.agencyName;
  if (reason !== '') own['handling_reason'] = reason;
  return own;
}

/** A click pays and earns only if nothing was wrong with it; a view a thousandth of what a thousand do. */
function priced(kind: 'click' | 'impression', fields: Record<string, string>, { row }: LiveCampaign) {
  if (fields['handling'] !== 'passed') return fields;
  const cost = kind === 'click' ? row.clickPayout : thousandth(row.millePayout);
  const revenue = kind === 'click' ? row.clickRevenue : thousandth(row.milleRevenue);
  if (cost === null && revenue === null) return fields;
  return { ...fields, currency: row.currency, ...(cost && { cost }), ...(revenue && { revenue }) };
}

const THOUSAND_DIGITS = 3;

function thousandth(text: string | null): string | null {
  if (text === null) return null;
  const [whole = '0', part = ''] = text.split('.');
  const digits = whole.padStart(THOUSAND_DIGITS + 1, '0');
  return `${digits.slice(0, -THOUSAND_DIGITS)}.${digits.slice(-THOUSAND_DIGITS)}${part}`;
}
