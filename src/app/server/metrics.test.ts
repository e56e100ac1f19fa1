import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanClick, OWN, useCollector } from '#traffic/collector/testing/use-collector.ts';
import { createApp } from './create-app.ts';
import { ROOT } from './places.ts';

const live = useCollector();
const scrape = (token?: string) => live.app.get('/metrics', token);
const metric = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );

let text = '';
beforeAll(async () => {
  await live.app.context.jobs.start([]);
});

describe('GET /metrics', () => {
  it('counts requests by route and status, what became of live events, and what waits', async () => {
    await live.send([cleanClick(1), cleanClick(2)]);
    await live.send([cleanClick(1), { ts: 'never' }]);
    await live.send('{ broken');
    text = (await scrape(live.admin)).text;
    const outcome = (name: string) => metric(text, `adsieve_intake_events_total{outcome="${name}"}`);
    expect([outcome('accepted'), outcome('duplicate'), outcome('dead')]).toEqual([2, 1, 1]);
    const route = 'method="POST",route="/api/ingest/:kind"';
    const count = (status: number) =>
      metric(text, `adsieve_http_request_duration_seconds_count{${route},status="${status}"}`);
    expect([count(202), count(400)]).toEqual([2, 1]);
    expect(metric(text, 'adsieve_pending_events')).toBe(2);
    expect(metric(text, 'adsieve_pending_bytes')).toBeGreaterThan(50);
    expect(metric(text, 'adsieve_dead_letters')).toBe(1);
    expect(text).not.toContain(OWN);
  });

  it('is for administrators and tokens that may see the server, not for anybody', async () => {
    const token = await live.app.signIn({ email: 'c@own.example', role: 'customer', packages: [OWN] });
    expect([(await scrape()).status, (await scrape(token)).status, (await scrape(live.admin)).status]).toEqual([
      401, 403, 200,
    ]);
  });

  it('is answered by a process of every role', async () => {
    for (const role of ['collector', 'worker'] as const) {
      const { http } = await createApp({ ...live.app.context, config: { ...live.app.context.config, roles: [role] } });
      const answer = await http.inject({ url: '/metrics', headers: { authorization: live.admin } });
      expect([role, answer.statusCode, answer.body.includes(`adsieve_roles{role="${role}"} 1`)]).toEqual([
        role,
        200,
        true,
      ]);
      await http.close();
    }
  });

  it('has every value that the dashboard and the alarms name', () => {
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    for (const file of ['grafana/adsieve.json', 'prometheus/adsieve-alerts.yml']) {
      const said = readFileSync(join(ROOT, 'deploy', file), 'utf8');
      const named = said.match(/\b(?:adsieve|nodejs|process)_[a-z0-9_]+\b/g) ?? [];
      expect(named.length).toBeGreaterThan(4);
      expect([file, named.filter((name) => !known.has(name))]).toEqual([file, []]);
    }
  });
});
