import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTracker } from '#domains/video-ads/contract/tracker.ts';
import { addCreative, listCreatives } from '#domains/video-ads/server/creative-store.ts';
import { addTracker } from '#domains/video-ads/server/tracker-store.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { type AppContext, publicUrlOf } from './app-context.ts';
import { ROOT } from './places.ts';

/** Four seconds of moving bars. */
const SPOT = join(ROOT, 'demo', 'data', 'spot.mp4');

/** A spot, a tracker that shows it, and one around the tag of somebody else; once for a package. */
export async function loadDemoVideo(scope: Scope, context: AppContext, packageName: string): Promise<void> {
  const parts = {
    ...context,
    // Nobody works on jobs before the server is open: the spot is served as it is.
    jobs: { enqueue: async () => null },
    publicUrl: () => publicUrlOf(context),
    outbound: context.outbound ?? createOutbound(),
    outsideEmbed: context.config.outsideEmbed,
    now: () => context.clock.now(),
  };
  const asked = { package_name: packageName, page: 1, limit: 1 };
  if ((await listCreatives(scope, parts, asked)).total > 0) return;
  const bytes = await readFile(SPOT);
  const { id } = await addCreative(scope, parts, { package_name: packageName, name: 'Harbour spot', bytes });
  const common = { package_name: packageName, brand: 'Harbour Tales', countries: [] };
  const trackers = [
    {
      name: 'Harbour spot, own creative',
      campaign: 'Harbour launch',
      mode: 'inline',
      creative_id: id,
      landing_url: 'https://harbourtales.example/start',
      skip_seconds: 2,
    },
    {
      name: 'Harbour spot, agency tag',
      campaign: 'Harbour agency',
      mode: 'wrapper',
      vast_url: 'https://ads.agency.example/vast.xml?cb=[CACHEBUSTING]',
      safety: { block_domains: ['rumours.example'], strict: false },
    },
  ];
  for (const tracker of trackers) await addTracker(scope, parts, newTracker.parse({ ...common, ...tracker }));
}
