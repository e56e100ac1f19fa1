import type { Page } from 'playwright-core';

/** The single events of known bots, counted one by one: by day in UTC and by publisher. */
export async function countKnownBots(
  page: Page,
  asked: Record<string, string>,
  authorization: string,
): Promise<[byDay: Map<string, number>, byPublisher: Map<string, number>]> {
  const byDay = new Map<string, number>();
  const byPublisher = new Map<string, number>();
  const add = (into: Map<string, number>, key: string) => into.set(key, (into.get(key) ?? 0) + 1);
  for (let after: string | null = ''; after !== null; ) {
    const query = new URLSearchParams({ ...asked, verdict: 'filtered', limit: '500', ...(after && { after }) });
    const answer = await (
      await page.request.get(`/api/traffic/events?${query}`, { headers: { authorization } })
    ).json();
    for (const { ts, publisher } of answer.data) {
      add(byDay, new Date(ts).toISOString().slice(0, 10));
      add(byPublisher, publisher);
    }
    after = answer.next;
  }
  return [byDay, byPublisher];
}
