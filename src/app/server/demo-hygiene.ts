import sharp from 'sharp';
import { addMark } from '#domains/hygiene/server/configuration.ts';
import { queuePicture } from '#domains/hygiene/server/uploads.ts';
import { folderOf } from '#domains/hygiene/server/worker/packages.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { AppContext } from './app-context.ts';
import { analyserOf } from './start-jobs.ts';

const line = (text: string, y: number, size: number, fill: string): string =>
  `<text x="60" y="${y}" font-size="${size}" font-family="sans-serif" fill="${fill}">${text}</text>`;
const LOOM =
  '<circle cx="60" cy="60" r="45" fill="#2f6f4f"/><path d="M30 60h60M60 30v60" stroke="#fff" stroke-width="9"/>';

/** What is advertised: one that is fit to run and one somebody has to look at, for each kind of package. */
const CREATIVES = {
  web: [
    {
      called: 'autumn-blankets.png',
      ground: '#f4ead6',
      inside: `${LOOM}${line('Lindenloom', 180, 64, '#2b2b2b')}${line('Autumn blankets, half price', 270, 44, '#2b2b2b')}`,
    },
    {
      called: 'partner-banner.png',
      ground: '#ffffff',
      inside: `${line('Lindenloom', 140, 60, '#111111')}${line('Win free spins at our casino', 250, 48, '#b21f1f')}`,
    },
  ],
  app: [
    {
      called: 'harbour-launch.png',
      ground: '#dcecf7',
      inside: `${line('Harbour Tales', 180, 70, '#12324a')}${line('Build your own harbour', 270, 44, '#12324a')}`,
    },
    {
      called: 'network-banner.png',
      ground: '#fff8e1',
      inside: `${line('Harbour Tales', 140, 60, '#111111')}${line('Whisky and rum for sailors', 250, 48, '#7a1f1f')}`,
    },
  ],
} as const;

const drawn = (inside: string, ground: string, width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${inside}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** Creatives in the queue, which are really analysed once the program runs; nothing where its models are missing. */
export async function loadDemoHygiene(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const isThere = await folderOf('nsfwjs').then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const { package_name } = info;
  const parts = { ...context, analyser: analyserOf(context), now: () => context.clock.now() };
  const name = info.platform === 'web' ? 'Lindenloom' : 'Harbour Tales';
  await addMark(scope, parts, { package_name, kind: 'word', name }, Buffer.alloc(0));
  for (const { called, ground, inside } of CREATIVES[info.platform]) {
    const bytes = await drawn(inside, ground, 1_200, 400);
    await queuePicture(scope, parts, { package_name, called, bytes });
  }
}
