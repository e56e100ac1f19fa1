import { createHash } from 'node:crypto';
import type { LinkStory } from '#demo/own-links.ts';
import { LINKS_PACKAGE } from '#demo/packages.ts';
import { type campaignTable, touchTable } from '#domains/tracking/server/tables.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { AppContext } from './app-context.ts';

interface Made {
  story: LinkStory;
  campaigns: readonly (typeof campaignTable.$inferSelect)[];
  publishers: ReadonlyMap<string, number>;
}

const HOUR_MS = 3_600_000;
const DEVICE_BYTES = 16;
const ROWS = 2_000;

/**
 * The clicks as those of followed links are kept: a postback for one that a report shows finds it, as long as its
 * campaign waits. What rules said of it is known, so one of a machine is refused.
 */
export async function storeDemoTouches(
  { database: { db }, clickhouse, clock }: AppContext,
  { story, campaigns, publishers }: Made,
): Promise<void> {
  const judged = await clickhouse.query<{ id: string; verdict: string }>(
    sql`SELECT click_id AS id, toString(verdict) AS verdict FROM traffic
      WHERE package = ${typed('String', LINKS_PACKAGE.name)} AND kind = 'click'`,
  );
  const verdicts = new Map(judged.map(({ id, verdict }) => [id, verdict]));
  const now = clock.now().getTime();
  const rows = story.clicks.flatMap((click) => {
    const campaign = campaigns[click.campaign];
    if (!campaign || click.at < now - campaign.clickWindowHours * HOUR_MS) return [];
    const { ip = '', user_agent: userAgent = '' } = click.columns;
    const given = {
      publisher: click.publisher,
      sub1: click.site,
      ip,
      user_agent: userAgent,
      verdict: verdicts.get(click.id) ?? '',
    };
    return {
      id: click.id,
      packageName: LINKS_PACKAGE.name,
      campaignId: campaign.id,
      publisherId: publishers.get(click.publisher) ?? null,
      kind: 'click' as const,
      at: new Date(click.at),
      device: createHash('sha256').update(`${ip}\n${userAgent}`).digest().subarray(0, DEVICE_BYTES),
      handling: click.handling,
      handlingReason: click.reason,
      given,
    };
  });
  for (let from = 0; from < rows.length; from += ROWS)
    await db.insert(touchTable).values(rows.slice(from, from + ROWS));
}
