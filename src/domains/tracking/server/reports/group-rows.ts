import type { CampaignRow, EpcRow, Figures, GroupRow } from '#domains/tracking/contract/report-rows.ts';
import type { ReportGroup } from '#domains/tracking/contract/reports.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Named, Question } from './asked.ts';
import { figuresBy } from './figures.ts';
import type { ReportParts } from './report-parts.ts';

const campaignParts = ({ id, name, key }: Named) => ({ campaign_id: id, campaign: name, key });

/** Most events first, then most clicks, then by name. */
const byEvents = (a: { figures: Figures; name: string }, b: { figures: Figures; name: string }): number =>
  b.figures.events - a.figures.events || b.figures.clicks - a.figures.clicks || (a.name < b.name ? -1 : 1);

/** Days, the newest first; or campaigns, publishers, sub-publishers, the best first. */
export async function groupRows(
  scope: Scope,
  parts: ReportParts,
  question: Question,
  group: ReportGroup,
): Promise<GroupRow[]> {
  const found = await figuresBy(scope, parts, question, group === 'sub_publisher' ? ['publisher', group] : [group]);
  const sorted =
    group === 'day'
      ? found.sort((a, b) => (a.day > b.day ? -1 : 1))
      : found
          .map((each) => ({ ...each, name: `${each.campaign.name}\n${each.publisher}\n${each.sub_publisher}` }))
          .sort(byEvents);
  return sorted.map(({ day, publisher, sub_publisher, campaign, figures }) => ({
    day: group === 'day' ? day : null,
    publisher: group === 'publisher' || group === 'sub_publisher' ? publisher : null,
    sub_publisher: group === 'sub_publisher' ? sub_publisher : null,
    ...campaignParts(campaign),
    ...figures,
  }));
}

export async function campaignRows(scope: Scope, parts: ReportParts, question: Question): Promise<CampaignRow[]> {
  const found = await figuresBy(scope, parts, question, ['campaign']);
  return found
    .map((each) => ({ ...each, name: each.campaign.name }))
    .sort(byEvents)
    .map(({ campaign, figures, by_event }) => ({
      ...campaignParts(campaign),
      ...figures,
      by_event: Object.entries(by_event)
        .map(([event, events]) => ({ event, events }))
        .sort((a, b) => b.events - a.events || (a.event < b.event ? -1 : 1)),
    }));
}

export async function epcRows(scope: Scope, parts: ReportParts, question: Question): Promise<EpcRow[]> {
  const found = await figuresBy(scope, parts, question, ['campaign', 'publisher']);
  return found
    .map((each) => ({ ...each, name: `${each.campaign.name}\n${each.publisher}` }))
    .sort(byEvents)
    .map(({ campaign, publisher, figures }) => ({ ...campaignParts(campaign), publisher, ...figures }));
}

export async function publisherRows(
  scope: Scope,
  parts: ReportParts,
  question: Question,
): Promise<({ publisher: string } & Figures)[]> {
  const found = await figuresBy(scope, parts, question, ['publisher']);
  return found
    .map((each) => ({ ...each, name: each.publisher }))
    .sort(byEvents)
    .map(({ publisher, figures }) => ({ publisher, ...figures }));
}
