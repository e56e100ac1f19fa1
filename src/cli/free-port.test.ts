import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const taken = createServer();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adsieve-port-'));
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

it('a start on a port in use says so in one line and ends, before it writes anything', async () => {
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const data = join(folder, 'data');
  const env = { ...process.env, ADSIEVE_DATA: data, ADSIEVE_PORT: String(port) };
  const args = ['--conditions=development', '--import', 'tsx', 'src/cli/main.ts', 'serve', '--demo'];
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, args, { env, timeout: 25_000 }, (error, stdout, stderr) =>
      resolve({ code: error?.code, said: stdout + stderr }),
    );
  });
  expect({ code, said }).toEqual({
    code: 1,
    said: `Port ${port} of 127.0.0.1 is in use, perhaps by another Adsieve. Stop that, or choose another with ADSIEVE_PORT.\n`,
  });
  expect(existsSync(data)).toBe(false);
});
