import { addFile, uploadVersion } from '#domains/supply/server/file-store.ts';
import { putInForce } from '#domains/supply/server/in-force.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { AppContext } from './app-context.ts';

const SITE = 'harborpost.example';
const EXCHANGE = 'tidebid.example';

/** What the site says, before and after it has let one seller go; one line of it is wrong, as in most such files. */
const ADS = [
  '# Harbor Post, advertising',
  'OWNERDOMAIN=harborpost.example',
  'CONTACT=ads@harborpost.example',
  `${EXCHANGE}, HP-20417, DIRECT, 4c1f09ab77de2301`,
  'quaymarket.example, 559120, RESELLER',
  'quaymarket.example, 559120',
];
const OLD = [...ADS, 'spinnaker-ssp.example, hp_88, RESELLER'];

const SELLERS = {
  version: '1.0',
  contact_email: `supply@${EXCHANGE}`,
  sellers: [
    { seller_id: 'HP-20417', name: 'Harbor Post', domain: SITE, seller_type: 'PUBLISHER' },
    { seller_id: 'QM-7', name: 'Quay Market', domain: 'quaymarket.example', seller_type: 'INTERMEDIARY' },
    { seller_id: '31-778', is_confidential: 1, seller_type: 'PUBLISHER' },
  ],
};

/** Files of a site and an exchange, uploaded: the demo asks nobody's network. */
export async function loadDemoSupply(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const { database, clickhouse, packageInfo, clock } = context;
  const parts = { database, clickhouse, packageInfo, now: () => clock.now() };
  const given = [
    { kind: 'ads', domain: SITE, versions: [[OLD.join('\n'), 40] as const, [ADS.join('\n'), 9] as const] },
    { kind: 'sellers', domain: EXCHANGE, versions: [[JSON.stringify(SELLERS), 40] as const] },
  ] as const;
  for (const { kind, domain, versions } of given) {
    const file = await addFile(scope, parts, {
      package_name: info.package_name,
      kind,
      domain,
      apps: [],
      watched: false,
    });
    for (const [text, back] of versions)
      await uploadVersion(scope, parts, file, { text, day: addDays(info.today, -back), info });
    await putInForce(scope, parts, file);
  }
}
