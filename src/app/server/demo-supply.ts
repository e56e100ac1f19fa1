import { SOLD_PLACES } from '#demo/sold-places.ts';
import { addFile, listFiles, uploadVersion } from '#domains/supply/server/file-store.ts';
import { putInForce } from '#domains/supply/server/in-force.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { AppContext } from './app-context.ts';

/** The exchange that sells the owner's own account; others sell again. */
const EXCHANGE = 'ostrana1.example';

const STORIES = {
  web: { kind: 'ads', domain: 'harborpost.example', name: 'Harbor Post', apps: [] },
  app: { kind: 'app-ads', domain: 'quaypuzzle.example', name: 'Quay Puzzle', apps: [SOLD_PLACES.app.place] },
} as const;

/** What the owner says, before and after one seller was let go; one line of it is wrong, as in most such files. */
function adsOf(
  { domain, name }: (typeof STORIES)['web' | 'app'],
  platform: 'web' | 'app',
): { old: string; now: string } {
  const { accounts } = SOLD_PLACES[platform];
  const now = [
    `# ${name}, advertising`,
    `OWNERDOMAIN=${domain}`,
    `CONTACT=ads@${domain}`,
    ...Object.entries(accounts).map(([system, account]) =>
      system === EXCHANGE ? `${system}, ${account}, DIRECT, 4c1f09ab77de2301` : `${system}, ${account}, RESELLER`,
    ),
    'quaymarket.example, 88120, RESELLER',
    'quaymarket.example, 88120',
  ];
  return { now: now.join('\n'), old: [...now, 'spinnaker-ssp.example, hp_88, RESELLER'].join('\n') };
}

const sellersOf = ({ domain, name }: (typeof STORIES)['web' | 'app'], account: string): string =>
  JSON.stringify({
    version: '1.0',
    contact_email: `supply@${EXCHANGE}`,
    sellers: [
      { seller_id: account, name, domain, seller_type: 'PUBLISHER' },
      { seller_id: 'QM-7', name: 'Quay Market', domain: 'quaymarket.example', seller_type: 'INTERMEDIARY' },
      { seller_id: '31-778', is_confidential: 1, seller_type: 'PUBLISHER' },
    ],
  });

/**
 * Files of a site or app and of an exchange, uploaded: the demo asks nobody's network. They are there before the traffic,
 * so that each event is compared as it comes. Once for a package.
 */
export async function loadDemoSupply(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const { database, clickhouse, packageInfo, clock } = context;
  const parts = { database, clickhouse, packageInfo, now: () => clock.now() };
  const { package_name, platform, today } = info;
  if ((await listFiles(scope, parts, package_name, { page: 1, limit: 1 })).total > 0) return;
  const story = STORIES[platform];
  const { old, now } = adsOf(story, platform);
  const given = [
    { ...story, apps: [...story.apps], versions: [[old, 40] as const, [now, 9] as const] },
    {
      kind: 'sellers',
      domain: EXCHANGE,
      apps: [],
      versions: [[sellersOf(story, SOLD_PLACES[platform].accounts[EXCHANGE]), 40] as const],
    },
  ] as const;
  for (const { kind, domain, apps, versions } of given) {
    const file = await addFile(scope, parts, { package_name, kind, domain, apps: [...apps], watched: false });
    for (const [text, back] of versions)
      await uploadVersion(scope, parts, file, { text, day: addDays(today, -back), info });
    await putInForce(scope, parts, file);
  }
}
