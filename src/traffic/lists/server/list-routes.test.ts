import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { loopbackAgent } from '../../../../test/support/loopback-agent.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fetchList } from './list-routes.ts';
import { loadList } from './operator-lists.ts';

const app = useApp();
let service: Server;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  for (const role of ['admin', 'customer'])
    tokens[role] = await app.signIn({ email: `${role}@own.example`, role, packages: ['own.example'] });
  service = createServer((request, answer) => {
    if (request.url === '/gone') answer.writeHead(404).end('no');
    else answer.end('5.9.0.0/24');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => service.close());

const load = async (text: string) => {
  const file = join(app.context.folder.path, 'list.txt');
  await writeFile(file, text);
  return loadList(app.context.files, { id: 'my-dc', kind: 'datacenter', file, now: new Date('2026-11-20T00:00:00Z') });
};

describe('lists of the operator', () => {
  it('are shown with versions and differences, and put back, by who may change the server', async () => {
    await load('5.5.5.0/24');
    await load('5.5.5.0/24\n5.5.6.0/24');
    const shown = await app.get('/api/lists', tokens['admin']);
    expect(shown.body.data).toMatchObject([
      {
        id: 'my-dc',
        version: 2,
        versions: [
          { version: 2, diff: { added: 1 } },
          { version: 1, entries: 1 },
        ],
      },
    ]);
    const body = { id: 'my-dc', version: 1 };
    const back = await app.call('POST', '/api/lists/roll_back', { token: tokens['admin'] ?? '', body });
    expect(back.body.data).toMatchObject({ version: 1, removed: 1, removedSample: ['5.5.6.0/24'] });
    expect(app.context.imports.enricher.address('5.5.6.1').ip_class).not.toBe('datacenter');
    const unknown = { id: 'my-dc', version: 9 };
    expect(
      (await app.call('POST', '/api/lists/roll_back', { token: tokens['admin'] ?? '', body: unknown })).status,
    ).toBe(404);
    for (const call of [
      await app.get('/api/lists', tokens['customer']),
      await app.call('POST', '/api/lists/roll_back', { token: tokens['customer'] ?? '', body }),
    ])
      expect(call.status).toBe(403);
  });

  it('are loaded from public https addresses only', async () => {
    const token = tokens['admin'] ?? '';
    const from = (url: string, kind = 'datacenter') =>
      app.call('POST', '/api/lists/load', { token, body: { id: 'other', kind, url } });
    expect([400, 422]).toContain((await from('http://lists.example/x')).status);
    expect([400, 422]).toContain((await from('https://lists.example/x', 'country')).status);
    for (const url of ['https://127.0.0.1/x', 'https://localhost/x', 'https://lists.example:8443/x'])
      expect([url, (await from(url)).status]).toEqual([url, 422]);
    expect((await app.get('/api/lists', token)).body.data.map(({ id }: { id: string }) => id)).not.toContain('other');
  });

  it('come as text, and an error page is none', async () => {
    const { port } = service.address() as AddressInfo;
    const outbound = createOutbound({ agent: loopbackAgent(() => port) });
    expect(await fetchList(outbound, 'https://lists.example/x')).toBe('5.9.0.0/24');
    await expect(fetchList(outbound, 'https://lists.example/gone')).rejects.toMatchObject({ code: 'refused' });
    await expect(fetchList(outbound, 'https://127.0.0.1/x')).rejects.toMatchObject({ code: 'refused' });
  });
});
