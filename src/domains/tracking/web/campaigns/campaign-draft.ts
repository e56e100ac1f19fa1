import type { z } from 'zod';
import { type CampaignView, campaignEdit, newCampaign } from '#domains/tracking/contract/campaign.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';

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

export const faultsOf = (packageName: string, draft: CampaignDraft, stored: CampaignView | undefined) =>
  stored
    ? schemaFaults(campaignEdit, editOf(draft, stored))
    : schemaFaults(newCampaign, { package_name: packageName, ...draft });

/** What may be changed: names and whose it is stay out of it (TRK-RULE-01). */
export function editOf(draft: CampaignDraft, { updated_at }: CampaignView): z.output<typeof campaignEdit> {
  const { campaign_name: _name, customer_name: _customer, agency_name: _agency, ...settings } = draft;
  return { ...settings, updated_at };
}

/** Where the amounts of a model stand. */
export const paysFlat = (model: string): boolean => model === 'flat' || model === 'both';
export const paysShare = (model: string): boolean => model === 'percent' || model === 'both';
