import type { GuardAnswer, GuardedRequest } from '#domains/integrity/contract/guard.ts';
import type { Texts } from '#platform/server/texts.ts';
import { readValue } from '#traffic/collector/server/read-value.ts';
import { Asker, type AskerParts } from '#traffic/collector/server/verdict/asker.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import { newClickId } from './click-id.ts';
import type { ClickLog } from './click-log.ts';
import type { Checks } from './decide.ts';
import type { LiveCampaign, LiveCampaigns, LiveState } from './live-campaigns.ts';
import { type Asked, type ReadClick, readClick } from './read-click.ts';
import { Repeated } from './repeated.ts';

/** What links need of the composition. */
export interface LinkParts extends AskerParts {
  imports: { readonly enricher: Enricher };
  liveCampaigns: LiveCampaigns;
  clickLog: Pick<ClickLog, 'record'>;
  linkGuard: LinkGuard;
  texts: Texts;
  publicUrl: () => string;
  /** Signs what comes back from the page of a challenge. */
  linkKey: Buffer;
  now: () => Date;
}

/** Signatures, allowed places and rules of integrity, before a link goes on. */
interface LinkGuard {
  check(request: GuardedRequest, onlyLooking: boolean): GuardAnswer | Promise<GuardAnswer>;
}

/** How long a click waits for the rules of its package where none are in memory. */
const WAIT_MS = 20;

/** What a click is decided by: memory of this process, shared by whatever asks. */
export class LinkMemory {
  readonly parts: LinkParts;
  readonly #asker: Asker;
  readonly #repeated = new Repeated();

  constructor(parts: LinkParts) {
    this.parts = parts;
    this.#asker = new Asker(parts);
  }

  read(state: LiveState, { row }: LiveCampaign, asked: Omit<Asked, 'link'>, way: 'c' | 'i'): ReadClick {
    const { imports, now, publicUrl } = this.parts;
    const at = now();
    const ours = { id: newClickId(at), at, packageName: row.packageName };
    return readClick(state, imports.enricher, ours, { ...asked, link: `${publicUrl()}/t/${way}/${row.key}` });
  }

  /** Rules of the package, where its campaign asks for a verdict; undefined where there is nothing to wait for. */
  prepare(campaign: LiveCampaign): Promise<unknown> | undefined {
    const preparing = isProtected(campaign) ? this.#asker.prepare(campaign.row.packageName) : undefined;
    return preparing && Promise.race([preparing.catch(() => {}), new Promise((go) => setTimeout(go, WAIT_MS))]);
  }

  /** Where it cannot be asked the link goes on: a person's click is never refused for want of an answer. */
  async guard(
    kind: 'click' | 'impression',
    { row }: LiveCampaign,
    { click, fields }: ReadClick,
    query: Asked['query'],
    onlyLooking: boolean,
  ): Promise<GuardAnswer> {
    const params: [string, string][] = [];
    for (const name in query) {
      const value = query[name];
      if (typeof value === 'string') params.push([name, value]);
    }
    const request = {
      kind,
      packageName: row.packageName,
      campaignId: row.id,
      at: click.at,
      ip: fields['ip'] ?? '',
      userAgent: fields['user_agent'] ?? '',
      deviceId: fields['device_id'] ?? '',
      publisher: click.publisher?.name ?? '',
      subPublisher: click.sub,
      signedOnly: row.signedOnly,
      referrer: fields['referrer'] ?? '',
      path: `/t/${kind === 'click' ? 'c' : 'i'}/${row.key}`,
      params,
      country: onlyLooking ? click.country : '',
    };
    try {
      return await this.parts.linkGuard.check(request, onlyLooking);
    } catch {
      return PASSES;
    }
  }

  /** `onlyLooking`: nothing is remembered of the click. */
  checks(
    kind: 'click' | 'impression',
    read: ReadClick,
    integrity: GuardAnswer,
    onlyLooking: boolean,
  ): Checks & { verdict: () => string } {
    let verdict = '';
    return {
      integrity,
      clickCaps: kind === 'click' ? this.parts.liveCampaigns.clickCaps : { full: () => [] },
      isAgain: (campaign, click) =>
        !onlyLooking &&
        this.#repeated.isAgain(
          `${kind} ${campaign.row.id} ${click.publisher?.id ?? 0} ${click.device}`,
          click.at.getTime(),
          campaign.row.duplicateSeconds * 1000,
        ),
      judge: (campaign) => {
        const judged = isProtected(campaign) ? this.#judge(kind, campaign, read) : null;
        verdict = judged?.verdict ?? '';
        return judged;
      },
      verdict: () => verdict,
    };
  }

  #judge(kind: 'click' | 'impression', { row }: LiveCampaign, { id, fields, click }: ReadClick) {
    const own: Record<string, string> = { ...fields };
    for (const [name, value] of [
      ['campaign', row.campaignName],
      ['campaign_id', row.key],
      ['vendor', row.agencyName],
    ] as const) {
      const given = readValue(name, value, click.at);
      if ('text' in given && given.text !== '') own[name] = given.text;
    }
    return this.#asker.atOnce(row.packageName, kind, { id, fields: own });
  }
}

const PASSES: GuardAnswer = { action: 'allow', reason: '' };

/** A campaign that lets everything pass asks for no verdict: what is stored is judged all the same. */
const isProtected = ({ protection: { suspect, fraud } }: LiveCampaign): boolean =>
  suspect !== 'pass' || fraud !== 'pass';
