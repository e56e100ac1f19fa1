import { eq } from 'drizzle-orm';
import { publisherAudit } from '#domains/publishers/contract/audit.ts';
import type { MetaCampaignBody, MetaCampaignView } from '#domains/publishers/contract/register-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import type { Stores } from '#platform/server/stores.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { ownRules } from '#traffic/rule-sets/server/rule-set-store.ts';
import { refuse } from './refuse.ts';
import { metaCampaign } from './tables.ts';

const DAYS = 30;

/** Names under which trackers report what Meta brought: AppsFlyer's media source, Adjust's networks, and the older name. */
const OF_META = trusted(
  "match(lower(toString(publisher)), 'facebook|instagram|\\\\bmeta\\\\b') OR lower(toString(channel)) IN ('facebook', 'instagram', 'meta')",
);

interface Brought {
  name: string;
  installs: number;
  fraud: number;
  spent: string;
  currencies: string[];
}

/** Campaigns of Meta in the traffic, and those something is written down for, the largest first. */
export async function listMetaCampaigns(
  scope: Scope,
  stores: Stores,
  info: PackageInfo,
  { search = '', page, limit }: { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: MetaCampaignView[]; total: number }> {
  const packageName = ofApp(scope, info);
  const stored = await stores.database.db.select().from(metaCampaign).where(eq(metaCampaign.packageName, packageName));
  const brought = await broughtBy(
    scope,
    stores,
    info,
    stored.map(({ campaign }) => campaign),
  );
  const names = [...new Set([...brought.keys(), ...stored.map(({ campaign }) => campaign)])];
  const rows = names
    .filter((name) => name.toLowerCase().includes(search.toLowerCase()))
    .map((campaign): MetaCampaignView => {
      const details = stored.find((row) => row.campaign === campaign);
      const { installs = 0, fraud = 0, spent = '0', currencies = [] } = brought.get(campaign) ?? {};
      const [currency = '', ...others] = currencies;
      return {
        campaign,
        ad_account: details?.adAccount ?? '',
        target_cost: details?.targetCost ?? null,
        active: details?.active ?? true,
        notes: details?.notes ?? '',
        installs,
        fraud,
        cost: others.length > 0 ? null : spent,
        currency: others.length > 0 ? '' : currency,
        updated_by: details?.updatedBy ?? null,
        updated_at: details?.updatedAt.toISOString() ?? null,
      };
    })
    .sort((a, b) => b.installs - a.installs || (a.campaign < b.campaign ? -1 : 1));
  return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length };
}

async function broughtBy(
  scope: Scope,
  { clickhouse }: Stores,
  info: PackageInfo,
  written: readonly string[],
): Promise<Map<string, Brought>> {
  const to = await lastDay(clickhouse, info);
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: ['install'],
    from: addDays(to, 1 - DAYS),
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const rows = await clickhouse.query<Brought>(
    sql`SELECT toString(campaign) AS name, countIf(verdict != 'filtered') AS installs, countIf(verdict = 'fraud') AS fraud,
      toString(sumIf(cost, verdict != 'filtered')) AS spent, groupUniqArrayIf(toString(currency), verdict != 'filtered' AND cost != 0) AS currencies
      FROM traffic WHERE ${where} AND campaign != ''
      AND (${OF_META} OR campaign IN ${typed('Array(String)', [...written])})
      GROUP BY name ORDER BY installs DESC LIMIT 1000`,
    { tag: 'meta-campaigns' },
  );
  return new Map(rows.map((row) => [row.name, row]));
}

export async function saveMetaCampaign(
  scope: Scope,
  { database }: Stores,
  info: PackageInfo,
  { campaign, ad_account, target_cost, active, notes }: MetaCampaignBody,
  now: Date,
): Promise<{ campaign: string }> {
  const packageName = ownRules(scope, ofApp(scope, info));
  const row = {
    adAccount: ad_account,
    targetCost: target_cost,
    active,
    notes,
    updatedBy: scope.userName,
    updatedAt: now,
  };
  await database.db.transaction(async (tx) => {
    await tx
      .insert(metaCampaign)
      .values({ ...row, packageName, campaign })
      .onConflictDoUpdate({ target: [metaCampaign.packageName, metaCampaign.campaign], set: row });
    await audit(tx, scope, {
      action: publisherAudit.metaCampaign,
      subject: campaign.slice(0, 400),
      package: packageName,
      details: { active, target_cost },
    });
  });
  return { campaign };
}

function ofApp(scope: Scope, { package_name: name, platform }: PackageInfo): string {
  if (platform !== 'app') throw refuse('only_apps', { package: name }, { field: 'package_name' });
  return requirePackage(scope, name);
}
