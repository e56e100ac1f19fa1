import { beforeAll, expect, it } from 'vitest';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { formOf } from '../../../../test/support/audited-traffic.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const PACKAGE = 'game.example';
let ann: string;

beforeAll(async () => {
  await app.package({ name: PACKAGE, platform: 'app' });
  await app.package({ name: 'foreign.example', platform: 'app' });
  ann = await app.signIn({ email: 'ann@game.example', role: 'customer', packages: [PACKAGE] });
});

const HEAD = 'install_time,media_source,device_id,country';
const LINES = [
  '2026-11-18T10:00:00Z,Alpha,d-1,DE',
  '2026-11-18T11:00:00Z,Alpha,d-2,DE',
  '2026-11-19T12:00:00Z,Beta,d-3,FR',
];

async function post(lines: readonly string[], name = PACKAGE, token: string | undefined = ann) {
  const { file, contentType } = formOf('output.csv', [HEAD, ...lines, ''].join('\n'));
  const answer = await app.app.http.inject({
    method: 'POST',
    url: `/api/app/install_360_output?package_name=${name}`,
    headers: { 'content-type': contentType, ...(token ? { authorization: token } : {}) },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const stored = () =>
  app.context.clickhouse.query<{ kind: string; publisher: string; device_id: string; at: string }>(
    sql`SELECT toString(kind) AS kind, publisher, device_id, toString(ts) AS at FROM traffic
      WHERE package = 'game.example' ORDER BY ts`,
  );

it('stores each line of the file of a form as an install, which the boards count [APP-API-40] [APP-GAP-02]', async () => {
  const { status, body } = await post(LINES);
  expect([status, body.data.rows]).toEqual([200, 3]);
  expect(await stored()).toEqual([
    { kind: 'install', publisher: 'Alpha', device_id: 'd-1', at: '2026-11-18 10:00:00.000' },
    { kind: 'install', publisher: 'Alpha', device_id: 'd-2', at: '2026-11-18 11:00:00.000' },
    { kind: 'install', publisher: 'Beta', device_id: 'd-3', at: '2026-11-19 12:00:00.000' },
  ]);
  const range = `package_name=${PACKAGE}&fromDate=2026-11-18&toDate=2026-11-19`;
  const { data } = (await app.get(`/api/app/app_total_install?${range}`, ann)).body;
  expect(data.total + data.filtered).toBe(3);
  // Sent once more it is the same installs.
  expect((await post(LINES)).status).toBe(200);
  expect(await stored()).toHaveLength(3);
});

it('refuses a file with lines that cannot be read, names these lines and stores none of it [APP-API-40]', async () => {
  const before = await stored();
  const { status, body } = await post([
    '2026-11-20T10:00:00Z,Gamma,d-4,DE',
    'yesterday,Gamma,d-5,DE',
    '2026-11-20T11:00:00Z,Gamma,d-6,DE',
    '2026-11-20T12:00:00Z,Gamma',
  ]);
  expect(status).toBe(422);
  expect(body.told).toMatchObject({ code: 'not_whole', values: { n: '2', lines: '3, 5' } });
  expect(body.message).toContain('lines 3, 5');
  expect(await stored()).toEqual(before);
});

it('refuses what is no form, a form without a file, and a package of others', async () => {
  const send = async (contentType: string, payload: string) => {
    const { statusCode } = await app.app.http.inject({
      method: 'POST',
      url: `/api/app/install_360_output?package_name=${PACKAGE}`,
      headers: { 'content-type': contentType, authorization: ann },
      payload,
    });
    return statusCode;
  };
  expect(await send('text/csv', `${HEAD}\n${LINES[0]}\n`)).toBe(415);
  expect(await send('multipart/form-data; boundary=border', 'nothing of the kind')).toBe(400);
  const field = '--border\r\nContent-Disposition: form-data; name="file"\r\n\r\noutput.csv\r\n--border--\r\n';
  expect(await send('multipart/form-data; boundary=border', field)).toBe(400);
  expect((await post(LINES, 'foreign.example')).status).toBe(403);
  expect((await post(LINES, PACKAGE, '')).status).toBe(401);
  expect(await post([''])).toMatchObject({ status: 422 });
});
