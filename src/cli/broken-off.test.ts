// @drawn steps at which a reader breaks off
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OWN, useProgram } from '../../test/support/use-program.ts';
import { controlSocketOf } from './control.ts';

const program = useProgram();

const RECORDS = 3_000;
function clicksFile(name: string): string {
  const path = join(program.dataFolder, `${name}.csv`);
  const line = (_: unknown, at: number) =>
    `2026-03-01 10:00:${String(at % 60).padStart(2, '0')},${name},198.51.100.${at % 250}`;
  writeFileSync(path, `time,publisher,ip\n${Array.from({ length: RECORDS }, line).join('\n')}\n`);
  return path;
}

/** Writes some bytes and goes away, before or after the first byte of an answer. */
async function breakOff(open: () => Socket, bytes: string, when: 'at once' | 'after a moment' | 'at the first byte') {
  const socket = open();
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(bytes);
  if (when === 'at the first byte') await new Promise((resolve) => socket.once('data', resolve));
  else socket.pause();
  if (when === 'after a moment') await sleep(60);
  socket.destroy();
}

/** The command line tool whose output is read by a program that takes one line and ends. */
const intoHead = (args: string): Promise<unknown> => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${program.file()}" ${args} | head -n 1`], {
    env: program.environment(),
    stdio: 'ignore',
  });
  return new Promise((resolve) => shell.once('exit', resolve));
};

it('a server lives on whoever breaks off: readers of its output, commands, requests, at each step', {
  timeout: 300_000,
}, async () => {
  const { child, base, ask } = await program.serving();
  const events = async () =>
    (await ask('GET', `/api/traffic/events?package_name=${OWN}&kind=click&fromDate=2026-03-01&toDate=2026-03-01`)).body
      .total;
  const isAlive = async (after: string) => {
    expect([after, child.exitCode, (await ask('GET', '/api/ready')).status]).toEqual([after, null, 200]);
  };

  child.stdout?.destroy();
  child.stderr?.destroy();
  await isAlive('nobody reads its output');

  const toControl = () => connect(controlSocketOf(program.dataFolder));
  const whole = (name: string) =>
    `${JSON.stringify({ name: 'import', args: { file: clicksFile(name), package: OWN, cwd: '/' } })}\n`;
  for (const when of ['at once', 'after a moment'] as const) {
    for (const bytes of [
      '',
      '{"name":"doc',
      '{}\n',
      'null\n',
      'nonsense\n',
      '{"name":"doctor","args":{}}\n'.repeat(50),
      'x'.repeat(2_000_000),
    ]) {
      await breakOff(toControl, bytes, when);
      await isAlive(`a command of ${bytes.length} bytes that goes away ${when}`);
    }
  }
  // What the server was asked to do it does to its end, whoever waits for it.
  for (const [index, when] of (['at once', 'after a moment', 'at the first byte'] as const).entries()) {
    await breakOff(toControl, whole(`left${index}`), when);
    await isAlive(`an import that nobody waits for, left ${when}`);
  }
  await expect.poll(events, { timeout: 60_000 }).toBe(3 * RECORDS);
  for (let round = 0; round < 3; round++) await intoHead(`import "${clicksFile(`head${round}`)}" -p ${OWN}`);
  await isAlive('import | head -n 1');
  await expect.poll(events, { timeout: 60_000 }).toBe(6 * RECORDS);

  const { hostname, port } = new URL(base);
  const toWeb = () => connect(Number(port), hostname);
  const head = `Host: ${hostname}\r\nAuthorization: Bearer ${program.token()}\r\n`;
  const upload = `PUT /api/import/upload?package_name=${OWN}&file_name=broken.csv HTTP/1.1\r\n${head}Content-Type: application/octet-stream\r\n`;
  const download = `GET /api/traffic/events/download?package_name=${OWN}&kind=click&fromDate=2026-03-01&toDate=2026-03-01 HTTP/1.1\r\n${head}`;
  const requests = [
    '',
    'GE',
    'GET /api/live HTTP/1.1\r\nHo',
    `${upload}Content-Length: 9000\r\n\r\ntime,pub`,
    `${upload}Transfer-Encoding: chunked\r\n\r\n5\r\ntime`,
    `${upload}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`,
    `${download}\r\n`,
    '\0\xff nonsense\r\n\r\n',
  ];
  for (const when of ['at once', 'after a moment'] as const)
    for (const bytes of requests) await breakOff(toWeb, bytes, when);
  await breakOff(toWeb, `${download}\r\n`, 'at the first byte');
  await isAlive('requests broken off');
});

it('a command without a server does its work to the end, though nobody reads what it says', {
  timeout: 120_000,
}, async () => {
  await intoHead(`import "${clicksFile('alone')}" -p ${OWN}`);
  const { ask } = await program.serving();
  const [newest] = (await ask('GET', `/api/import?package_name=${OWN}`)).body.data;
  expect(newest).toMatchObject({ file_name: 'alone.csv', state: 'done' });
});
