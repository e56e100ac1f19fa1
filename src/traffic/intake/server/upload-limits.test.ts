import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let token = '';
const LINE = '{"kind":"click","ts":"2026-11-18T10:00:00Z","publisher":"P"}\n';
const MB = 1_000_000;
const textOf = (bytes: number): string => LINE.repeat(Math.ceil(bytes / LINE.length));

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  await app.package({ name: 'other.example' });
  token = await app.signIn({ email: 'ann@own.example', role: 'customer', packages: ['own.example', 'other.example'] });
});
const folder = () => app.context.imports.folder;
const limit = (file: number, all: number): void => {
  folder().limits = { file, package: all };
};
afterEach(() => {
  delete folder().limits;
});
const kept = (): string[] => readdirSync(join(folder().files.place, 'files', 'imports'));

async function upload(payload: string | Readable, { name = 'clicks.ndjson', to = 'own.example' } = {}) {
  const answer = await app.app.http.inject({
    method: 'PUT',
    url: `/api/import/upload?package_name=${to}&file_name=${name}`,
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const TOO_LARGE = {
  status: false,
  code: 'too_large',
  message: 'clicks.ndjson is larger than the 1 MB this server takes. Split it, or ask its operator for more.',
};

describe('an upload', () => {
  it('of up to the limit is kept', async () => {
    limit(MB, 100 * MB);
    expect(await upload(textOf(MB - LINE.length))).toMatchObject({ status: 200 });
  });

  it('that says it is larger is answered 413 in words, and nothing of it is kept', async () => {
    limit(MB, 100 * MB);
    const before = kept();
    expect(await upload(textOf(MB + 1))).toMatchObject({ status: 413, body: TOO_LARGE });
    expect(kept()).toEqual(before);
  });

  it('that does not say how large it is goes as far as the limit and no further', async () => {
    limit(MB, 100 * MB);
    const before = kept();
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (; sent < 100; sent++) yield Buffer.from(textOf(MB / 4));
      })(),
    );
    expect(await upload(endless)).toMatchObject({ status: 413, body: TOO_LARGE });
    expect(kept()).toEqual(before);
  });

  it('hears the answer while it is still being sent', async () => {
    limit(MB, 100 * MB);
    const address = await app.app.http.listen({ host: '127.0.0.1', port: 0 });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(
        `${address}/api/import/upload?package_name=own.example&file_name=clicks.ndjson`,
        {
          method: 'PUT',
          headers: { authorization: token, 'content-type': 'application/octet-stream' },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sending.on('error', reject);
      const part = Buffer.from(textOf(MB));
      for (let turn = 0; turn < 8; turn++) sending.write(part);
      sending.end();
    });
    expect(status).toBe(413);
  });

  it('that would take more than the room of the package is refused, and other packages have theirs', async () => {
    const { rows } = await app.context.database.pool.query<{ bytes: string }>(
      "SELECT coalesce(sum(bytes), 0) AS bytes FROM import_file WHERE package_name = 'own.example'",
    );
    limit(10 * MB, Number(rows[0]?.bytes) + 2 * MB);
    expect(await upload(textOf(1.2 * MB))).toMatchObject({ status: 200 });
    const refused = await upload(textOf(1.2 * MB), { name: 'more.ndjson' });
    expect(refused).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(refused.body.message).toMatch(/^With more\.ndjson, files of this package would take more than \d+ MB\./);
    expect(await upload(textOf(1.2 * MB), { to: 'other.example' })).toMatchObject({ status: 200 });
  });
});
