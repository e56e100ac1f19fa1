import { expect, it } from 'vitest';
import { createHttpServer } from '#platform/server/http/server.ts';
import { REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { useDatabase } from '../../../test/support/use-database.ts';
import { CALLERS } from '../testing/board-server.ts';
import { colorRoutes } from './color-routes.ts';

const database = useDatabase();

async function colours(): Promise<Record<string, string>> {
  const http = await createHttpServer({
    routes: colorRoutes({ database }),
    trustProxy: false,
    authenticate: async () => CALLERS.customer,
  });
  const answer = await http.inject({ url: '/api/config/color' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

it('has a colour for every verdict and category, and a changed row changes the answer [WEB-API-37]', async () => {
  const before = await colours();
  for (const category of ['clean', 'suspect', 'fraud', ...Object.keys(REASON_GROUPS)])
    expect(before).toHaveProperty(category);
  await database.pool.query("UPDATE color_config SET color = '#123456' WHERE category = 'bot'");
  expect(await colours()).toEqual({ ...before, bot: '#123456' });
});
