import { lacksClickId, unknownMacros } from '#domains/tracking/contract/macros.ts';
import type { TestedLink, testLinkEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import type { Out } from '#platform/contract/endpoint.ts';
import { requireMay, requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { follow } from './decide.ts';
import { landingOf, pageFor } from './landing.ts';
import type { LinkMemory } from './links.ts';
import { requireAgency } from './own-campaign.ts';
import { macrosOf } from './read-click.ts';
import { refuse } from './refuse.ts';

type Body = Out<(typeof testLinkEndpoints.test)['body']>;

/** The whole way of a click, as it would be now: nothing is stored, counted or remembered. */
export async function testLink(scope: Scope, memory: LinkMemory, body: Body): Promise<TestedLink> {
  requireMay(scope, 'tracking.read');
  const packageName = requirePackage(scope, body.package_name);
  const { key, query } = linkIn(body.url);
  const state = await memory.parts.liveCampaigns.newest();
  const campaign = state.byKey.get(key);
  if (campaign?.row.packageName !== packageName) throw refuse('no_such_link', {}, { field: 'url' });
  requireAgency(scope, campaign.row.agencyName);
  const asked = { query, ip: body.ip, userAgent: body.user_agent, referrer: '' };
  const found = memory.read(state, campaign, asked, 'c');
  const read = body.country === '' ? found : { ...found, click: { ...found.click, country: body.country } };
  const [guarded] = await Promise.all([memory.guard('click', campaign, read, query, true), memory.prepare(campaign)]);
  const steps: TestedLink['steps'] = [];
  const passed = follow(state, campaign, read.click, memory.checks('click', read, guarded, true), ({ row }, look) => {
    steps.push({ campaign: row.campaignName, ...look });
  });
  const last = passed.at(-1) ?? { campaign, decision: { way: 'end' as const, reason: '' } };
  const { way, reason } = last.decision;
  const macro = macrosOf(read.id, read.click.at, last.campaign.row, read.given);
  const goesOn = way === 'pass' || way === 'flag' || way === 'challenge';
  const landing = goesOn ? landingOf(last.campaign, read.wanted, { device: read.click.device, macro }) : null;
  const page = landing?.asked === 'taken' ? read.wanted : pageFor(last.campaign, read.click.device);
  return {
    campaign: campaign.row.campaignName,
    publisher: read.click.publisher?.name ?? '',
    country: read.click.country,
    system: read.click.os,
    steps,
    way,
    reason,
    landing: landing?.url ?? '',
    asked_page: landing?.asked ?? 'none',
    unknown_macros: unknownMacros(page),
    lacks_click_id: landing !== null && lacksClickId(page),
  };
}

/** The key and the parameters of an address as people paste it, with or without its host. */
function linkIn(text: string): { key: string; query: Record<string, string> } {
  const url = URL.canParse(text, 'https://link.invalid') ? new URL(text, 'https://link.invalid') : null;
  const [, key = ''] = /^\/t\/c\/([\w-]{1,100})$/.exec(url?.pathname ?? '') ?? [];
  if (!url || key === '') throw refuse('no_such_link', {}, { field: 'url' });
  return { key, query: Object.fromEntries(url.searchParams) };
}
