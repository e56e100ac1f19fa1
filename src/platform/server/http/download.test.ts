import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { appError } from './app-error.ts';
import { type FileAnswer, implement } from './implement.ts';
import { createHttpServer } from './server.ts';

let file: () => FileAnswer['stream'] = () => '';
let name = 'rows.csv';
let rightsTake = 0;
const signals: AbortSignal[] = [];

const calls = {
  file: endpoint({
    method: 'GET',
    path: '/api/file',
    summary: '',
    access: 'public',
    response: fileBody,
    answer: 'file',
  }),
};
const http = await createHttpServer({
  trustProxy: false,
  authenticate: async () => {
    await sleep(rightsTake);
    return null;
  },
  routes: implement(calls)({
    file: async ({ signal }) => {
      signals.push(signal);
      return { fileName: name, mediaType: 'text/csv; charset=utf-8', stream: file() };
    },
  }),
});
beforeAll(() => http.listen({ port: 0, host: '127.0.0.1' }));
afterAll(() => http.close());

describe('a download', () => {
  it('arrives whole, from a stream, bytes or text, empty or long', async () => {
    const long = 'one line, another\r\n'.repeat(100_000);
    const parts = long.match(/[\s\S]{1,70000}/g) ?? [];
    for (const [made, text] of [
      [() => Readable.from(parts), long],
      [() => Readable.from([]), ''],
      [() => Readable.from([Buffer.from('ü')]), 'ü'],
      [() => Buffer.from('ü'), 'ü'],
      [() => 'ü', 'ü'],
    ] as const) {
      file = made;
      const answer = await http.inject('/api/file');
      expect([answer.statusCode, answer.headers['content-type'], answer.body === text]).toEqual([
        200,
        'text/csv; charset=utf-8',
        true,
      ]);
    }
  });

  it('that is refused before its first byte has our error shape', async () => {
    for (const [error, status] of [
      [appError('foreign_publisher'), 403],
      [new Error('the engine said no'), 500],
    ] as const) {
      file = () =>
        new Readable({
          read() {
            this.destroy(error);
          },
        });
      const answer = await http.inject('/api/file');
      expect([answer.statusCode, answer.json().status, answer.headers['content-disposition']]).toEqual([
        status,
        false,
        undefined,
      ]);
    }
  });

  it('that breaks in the middle is cut off, so that nobody takes a part for the whole', async () => {
    file = () =>
      Readable.from(
        (async function* () {
          yield 'a,b\r\n'.repeat(20_000);
          await new Promise((resolve) => setTimeout(resolve, 50));
          throw new Error('the engine went away');
        })(),
      );
    const { port } = new URL(http.listeningOrigin);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let received = '';
      socket.on('data', (part: Buffer) => {
        received += part.toString();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
      socket.write('GET /api/file HTTP/1.1\r\nHost: x\r\n\r\n');
    });
    expect(text.slice(0, 2_000)).toMatch(/transfer-encoding: chunked/i);
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('is ended at its source when its reader breaks off while rights are looked up, before anything was made', async () => {
    const made = Readable.from(
      (async function* () {
        for (;;) {
          await sleep(1);
          yield 'a,b\r\n'.repeat(1_000);
        }
      })(),
    );
    file = () => made;
    rightsTake = 100;
    signals.length = 0;
    const socket = await ask();
    await sleep(30);
    socket.destroy();
    await expect.poll(() => signals.length).toBe(1);
    expect(signals[0]?.aborted).toBe(true);
    await expect.poll(() => made.destroyed).toBe(true);
    rightsTake = 0;
  });

  it('is made to its end, however slowly it is taken', async () => {
    let parts = 0;
    const made = Readable.from(
      (async function* () {
        for (; parts < 400; parts++) yield 'x'.repeat(100_000);
      })(),
    );
    file = () => made;
    const socket = await ask();
    socket.pause();
    await expect.poll(() => parts, { timeout: 10_000 }).toBe(400);
    socket.destroy();
  });

  it('cannot be given a name that breaks out of its header', async () => {
    file = () => 'x';
    for (name of ['"; filename="other.exe', 'a\r\nset-cookie: x=1', '../../etc/passwd', 'Häuser 🙂.csv']) {
      const answer = await http.inject('/api/file');
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.statusCode).toBeLessThan(500);
      expect(String(answer.headers['content-disposition'])).not.toMatch(/[\r\n/]|filename="other/);
    }
  });
});

/** Asks for the file; what comes back is for the caller to read or not. */
function ask(): Promise<Socket> {
  const { port } = new URL(http.listeningOrigin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write('GET /api/file HTTP/1.1\r\nHost: x\r\n\r\n');
      resolve(socket);
    });
    socket.on('error', () => {});
  });
}
