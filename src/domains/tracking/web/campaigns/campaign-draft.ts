import type { z } from 'zod';
import { type CampaignView, campaignEdit, newCampaign } from '#domains/tracking/contract/campaign.ts';
import { MISSING } from '#platform/web/form/fault-text.ts';
import { faultsInLines } from '#platform/web/form/use-schema-form.ts';

type Filled = z.output<typeof newCampaign>;
export type CampaignDraft = Omit<Filled, 'package_name'>;

export const emptyDraft = ({ time_zone, currency }: Pick<Filled, 'time_zone' | 'currency'>): CampaignDraft => ({
  campaign_name: '',
  customer_name: '',
  agency_name: '',
  status: 'active',
  landing_page: '',
  allowed_hosts: [],
  time_zone,
  currency,
  countries: [],
  systems: [],
  click_payout: null,
  click_revenue: null,
  mille_payout: null,
  mille_revenue: null,
  click_window_hours: 168,
  view_window_hours: 24,
  duplicate_seconds: 10,
  several_conversions: false,
  approval: 'auto',
  hold_days: 0,
  over_action: 'pay_zero',
  fallback_campaign_id: null,
  signed_only: false,
  protection: { suspect: 'pass', fraud: 'flag' },
  start: null,
  end: null,
  events: [],
  landing_pages: [],
  overrides: [],
});

export function draftOf(stored: CampaignView): CampaignDraft {
  const {
    id: _id,
    package_name: _package,
    tracking_link: _c,
    impression_link: _i,
    postback_link: _p,
    ...draft
  } = stored;
  const { created_by: _by, created_at: _at, updated_at: _until, ...settings } = draft;
  return settings;
}

/** First fault of each field; those of the lines of a list by their places, such as `events.0.payout`. */
export function faultsOf(
  packageName: string,
  draft: CampaignDraft,
  stored: CampaignView | undefined,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = stored
    ? { ...faultsInLines(campaignEdit, editOf(draft, stored)) }
    : { ...faultsInLines(newCampaign, { package_name: packageName, ...draft }) };
  for (const [list, lines] of Object.entries({ events: draft.events, overrides: draft.overrides }))
    for (const [at, line] of lines.entries())
      for (const name of lacking(line)) faults[`${list}.${at}.${name}`] ??= MISSING;
  return faults;
}

type Goal = CampaignDraft['events'][number];
type Line = Pick<Goal, 'payout_model' | 'payout' | 'payout_percent'> &
  Partial<Pick<Goal, 'revenue_model' | 'revenue' | 'revenue_percent'>>;

/** Amounts that the chosen models need. */
function lacking(line: Line): string[] {
  const { revenue_model: earns = 'none' } = line;
  return (['payout', 'revenue'] as const).flatMap((of) => {
    const model = of === 'payout' ? line.payout_model : earns;
    return [
      ...(paysFlat(model) && !line[of] ? [of] : []),
      ...(paysShare(model) && !line[`${of}_percent`] ? [`${of}_percent`] : []),
    ];
  });
}

/** What may be changed: names and whose it is stay out of it (TRK-RULE-01). */
export function editOf(draft: CampaignDraft, { updated_at }: CampaignView): z.output<typeof campaignEdit> {
  const { campaign_name: _name, customer_name: _customer, agency_name: _agency, ...settings } = draft;
  return { ...settings, updated_at };
}

/** Where the amounts of a model stand. */
export const paysFlat = (model: string): boolean => model === 'flat' || model === 'both';
export const paysShare = (model: string): boolean => model === 'percent' || model === 'both';
