import { describe, expect, it } from 'vitest';
import { LINKS_PACKAGE } from '#demo/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { useApp } from '../../../test/support/use-app.ts';
import { loadDemoLinks } from './load-demo-links.ts';

const app = useApp();
const { name, title, platform, timeZone, dashboardTypes } = LINKS_PACKAGE;
const FEW_DAYS = 3;

describe('clicks of the demo', () => {
  it('are converted by a postback as those of followed links are, and those of machines are refused', async () => {
    await app.package({ name, title, platform, timeZone, dashboardTypes });
    await loadDemoLinks(systemScope(), app.context, FEW_DAYS);
    const token = await app.signIn({ email: 'ann@own.example', role: 'customer', name: 'Ann', packages: [name] });
    const { clickhouse } = app.context;
    const clicks = await clickhouse.query<{ id: string; key: string; verdict: string }>(
      sql`SELECT click_id AS id, campaign_id AS key, toString(verdict) AS verdict FROM traffic
        WHERE package = ${typed('String', name)} AND kind = 'click' AND handling = 'passed'
        AND click_id NOT IN (SELECT click_id FROM traffic WHERE kind = 'web_event') ORDER BY ts DESC`,
    );
    const { data } = await app.get(`/api/mtrackit/campaign?package_name=${name}`, token).then(({ body }) => body);
    const renewed = new Map<number, ReturnType<typeof app.call>>();
    const secretOf = (id: number) => {
      const one = renewed.get(id) ?? app.call('POST', `/api/mtrackit/campaign/${id}/secret`, { token });
      renewed.set(id, one);
      return one;
    };
    const tell = async (verdict: string) => {
      const click = clicks.find((each) => each.verdict === verdict);
      const campaign = data.find((each: { tracking_link: string }) => each.tracking_link.includes(String(click?.key)));
      const secret = (await secretOf(campaign.id)).body.data.postback_secret;
      const asked = new URLSearchParams({
        click_id: click?.id ?? '',
        event: campaign.events[0].event,
        sec: secret,
      });
      const { pb_status, reason } = (await app.call('GET', `/t/pb?${asked}`, {})).body;
      return [pb_status, reason];
    };
    // A secret is in force within a second.
    await expect.poll(() => tell('clean'), { interval: 300, timeout: 10_000 }).toEqual(['Success', '']);
    await expect.poll(() => tell('fraud'), { interval: 300, timeout: 10_000 }).toEqual(['Rejected', 'fraud']);
  });
});
