import { type EntryView, newEntry } from '#domains/brand-relevancy/contract/entry.ts';
import { newRequirement } from '#domains/brand-relevancy/contract/requirement.ts';
import { addEntry } from '#domains/brand-relevancy/server/entry-store.ts';
import { takeOutput } from '#domains/brand-relevancy/server/output-store.ts';
import { addRequirement, editKeywords } from '#domains/brand-relevancy/server/requirement-store.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { loadDemoHits } from './demo-hits.ts';
import { brandsOf } from './parts.ts';

const DAYS = 28;
const A_DAY = 6;

const STORIES = {
  app: {
    brand: 'Harbour Tales',
    campaign: 'Harbour launch',
    category: 'Games',
    keywords: ['harbour', 'sailing', 'island'],
    later: 'lighthouse',
    excluded: 'crash',
    topics: ['Harbour walk', 'Sailing for beginners', 'Storm at the pier', 'Island food tour', 'Ferry crash report'],
    channels: ['Salt and Wind', 'Tide Tables', 'Pier Stories'],
    site: 'https://harbourtales.example/start',
    next: 'Winter islands',
  },
  web: {
    brand: 'Linden & Loom',
    campaign: 'Winter blankets',
    category: 'Home',
    keywords: ['blanket', 'weaving', 'wool'],
    later: 'felting',
    excluded: 'fire',
    topics: ['Weaving at home', 'Wool from sheep to shawl', 'A cosy flat', 'Blankets compared', 'House fire report'],
    channels: ['Slow Looms', 'Warm Rooms', 'Thread by Thread'],
    site: 'https://lindenloom.example/blankets',
    next: 'Spring linen',
  },
} as const;
type Story = (typeof STORIES)['app' | 'web'];

/** Two requirements, four weeks of outputs of one, and trackers of its campaign with their hits; once, with the other work. */
export async function loadDemoBrands(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const now = () => context.clock.now();
  const parts = { ...context, ...brandsOf(context), publicUrl: () => publicUrlOf(context), now };
  const { package_name, today, currency, platform } = info;
  const story = STORIES[platform];
  const { brand, category, keywords, excluded } = story;
  const required = { package_name, brand, category, keywords, excluded_keywords: [excluded] };
  const requirement = await addRequirement(
    scope,
    parts,
    newRequirement.parse({
      ...required,
      campaign_name: story.campaign,
      start: addDays(today, -DAYS),
      end: addDays(today, DAYS),
      status: 'submitted',
      accepts_review: true,
      min_views: 1_000,
      target_count: 200,
    }),
  );
  const next = { campaign_name: story.next, start: addDays(today, DAYS), end: addDays(today, 3 * DAYS) };
  await addRequirement(scope, parts, newRequirement.parse({ ...required, ...next }));
  await takeOutput(scope, parts, package_name, {
    fileName: `${story.campaign.toLowerCase().replace(' ', '-')}.csv`,
    bytes: Buffer.from(outputOf(story, today, currency)),
    requirementId: requirement.id,
    campaign: '',
  });
  await editKeywords(scope, parts, requirement.id, {
    keywords: [...keywords, story.later],
    reason: 'Seen beside many accepted videos',
  });
  const entries: EntryView[] = [];
  for (const [name, type] of [
    [`${story.campaign}, banner`, 'display'],
    [`${story.campaign}, measured banner`, 'mfdisplay'],
    [`${story.campaign}, YouTube`, 'yt'],
  ] as const) {
    const body = { package_name, name, type, advertiser: brand, campaign: story.campaign };
    const creative = { creative_size: type === 'yt' ? '' : '300x250', click_url: story.site };
    const on = type === 'yt' ? 'googleads' : 'dv360';
    const entry = { ...body, ...creative, platform: on, requirement_id: requirement.id };
    entries.push(await addEntry(scope, parts, newEntry.parse(entry)));
  }
  await loadDemoHits(scope, context, platform, entries);
}

/** Videos of the last weeks, the same ones again and again, as a vendor would deliver them. */
function outputOf({ topics, channels }: Story, today: string, currency: string): string {
  const rows = Array.from({ length: DAYS * A_DAY }, (_, n) => {
    const [topic = '', channel = ''] = [topics[(n * 7) % topics.length], channels[n % channels.length]];
    const verdict = n % 17 === 0 ? 'unsafe' : n % 5 === 0 ? 'review' : 'safe';
    const id = `dem${String((n * 37) % 90).padStart(8, '0')}`;
    const relevancy = (((n * 53) % 97) / 100).toFixed(2);
    const [views, spend] = [600 + ((n * 7919) % 90_000), (((n * 31) % 400) / 100).toFixed(2)];
    const day = addDays(today, -Math.floor(n / A_DAY));
    return [`https://www.youtube.com/watch?v=${id}`, topic, channel, day, relevancy, views, verdict, spend, currency];
  });
  return [['url,title,channel,day,relevancy,views,verdict,spend,currency'], ...rows]
    .map((row) => row.join(','))
    .join('\n');
}
