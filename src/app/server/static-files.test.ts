import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { implement } from '#platform/server/http/implement.ts';
import { createHttpServer } from '#platform/server/http/server.ts';
import { serveWeb } from './static-files.ts';

const PAGE = '<!doctype html><title>the page</title>';
const SCRIPT = 'console.log("a script that is long enough to be worth compressing");';
const SECRET = 'what lies beside the folder';

const api = {
  json: endpoint({
    method: 'GET',
    path: '/api/json',
    summary: '',
    access: 'public',
    response: z.object({ called: z.number() }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/file',
    summary: '',
    access: 'public',
    response: fileBody,
    answer: 'file',
  }),
  closed: endpoint({
    method: 'GET',
    path: '/api/closed',
    summary: '',
    access: 'session',
    response: z.object({}),
  }),
};

let root = '';
let http: FastifyInstance;
let called = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'adsieve-web-'));
  const files: Record<string, string | Buffer> = {
    'secret.txt': SECRET,
    'web/index.html': PAGE,
    'web/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'web/assets/index-3f2a.js': SCRIPT,
    'web/assets/index-3f2a.js.br': brotliCompressSync(SCRIPT),
    'web/assets/index-3f2a.js.gz': gzipSync(SCRIPT),
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  http = await createHttpServer({
    trustProxy: false,
    authenticate: async () => null,
    routes: implement(api)({
      json: async () => ({ called: ++called }),
      file: async () => ({ fileName: 'Zeilen "1".csv', mediaType: 'text/csv; charset=utf-8', stream: 'a,b\r\n' }),
      closed: async () => ({}),
    }),
  });
  await serveWeb(http, join(root, 'web'));
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true, force: true });
});

/** Straight from the socket: clients and `inject` would tidy the path up. */
function raw(path: string, method = 'GET'): Promise<string> {
  const { port } = new URL(http.listeningOrigin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  });
}

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers });

describe('the built pages', () => {
  it('answers every page path with the one page, which is asked for again each time', async () => {
    for (const path of ['/', '/visit-dashboard', '/web/report/own.example', '/?token=x']) {
      const answer = await get(path);
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, PAGE]);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  it('sends hashed assets for ever, compressed as the browser likes', async () => {
    const plain = await get('/assets/index-3f2a.js');
    expect([plain.statusCode, plain.body, plain.headers['content-encoding']]).toEqual([200, SCRIPT, undefined]);
    for (const [accepted, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await get('/assets/index-3f2a.js', { 'accept-encoding': accepted });
      expect(answer.headers).toMatchObject({
        'content-encoding': accepted,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(String(answer.headers['vary']).toLowerCase()).toContain('accept-encoding');
      expect(unpack(answer.rawPayload).toString()).toBe(SCRIPT);
    }
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('answers 404 in our shape for an asset that is not there, never the page', async () => {
    for (const path of [
      '/assets/index-old.js',
      '/assets/',
      '/x.css',
      '/.env',
      '/assets/index-3f2a.js.br',
      '/a/b.json',
    ]) {
      const answer = await get(path);
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'not_found']);
    }
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/..%252fsecret.txt',
    '//../secret.txt',
    '/assets//../../secret.txt',
    '/secret.txt%00.js',
    '/%c0%ae%c0%ae/secret.txt',
    '/%zz',
    '/....//secret.txt',
    '/assets/index-3f2a.js/../../../secret.txt',
  ])('%s leads nowhere', async (path) => {
    const answer = await raw(path);
    expect(answer).not.toContain(SECRET);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain(PAGE);
  });

  it.each(['/api', '/api/', '/api/nothing', '//api/json', '/API/json', '/api//json', '/api/json/', '/api/jso%6e%2f'])(
    'never answers %s with a page',
    async (path) => {
      const answer = await raw(path);
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).toContain('"request_id"');
    },
  );
});

describe('methods', () => {
  it('answers HEAD like GET without the body, and others with 404 in our shape', async () => {
    expect(await raw('/assets/index-3f2a.js', 'HEAD')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n$/);
    expect(await raw('/api/json', 'HEAD')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n$/);
    expect(await raw('/api/closed', 'HEAD')).toMatch(/^HTTP\/1\.1 401 /);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
      expect([method, (await raw('/api/json', method)).slice(0, 12)]).toEqual([method, 'HTTP/1.1 404']);
  });

  it('believes no header that names another method', async () => {
    called = 0;
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await http.inject({ method: 'POST', url: '/api/json', headers: { [name]: 'GET' }, payload: {} });
      expect(answer.statusCode).toBe(404);
    }
    expect(called).toBe(0);
  });
});

describe('requests', () => {
  /** What was answered to these bytes, and whether a second request was seen in them. */
  function exchange(bytes: string): Promise<string> {
    const { port } = new URL(http.listeningOrigin);
    return new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (part: Buffer) => {
        answer += part.toString('latin1');
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', () => resolve(answer));
      socket.write(bytes);
      setTimeout(() => socket.destroy(), 1_000);
    });
  }

  const HIDDEN = 'GET /api/json HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    ['a length and chunks', `Content-Length: ${5 + HIDDEN.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 45\r\n\r\n'],
    ['a list of lengths', 'Content-Length: 0, 45\r\n\r\n'],
    ['a length that is none', 'Content-Length: +5\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 0\r\n\r\n'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 0\r\n\r\n'],
    ['chunks that are something else too', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['chunks spelt oddly', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['lines that end with a bare line feed', 'X: y\nTransfer-Encoding: chunked\n\n0\n\n'],
  ])('refuses requests whose end can be read in two ways: %s', async (_name, rest) => {
    called = 0;
    const answer = await exchange(`POST /api/nothing HTTP/1.1\r\nHost: x\r\n${rest}${HIDDEN}`);
    expect(answer).toMatch(/^(HTTP\/1\.1 400 [\s\S]*)?$/);
    expect(called).toBe(0);
  });
});

describe('headers', () => {
  const CSP =
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data: blob:;font-src 'self';" +
    "connect-src 'self';media-src 'self' blob:;worker-src 'self' blob:;manifest-src 'self';frame-src 'self';frame-ancestors 'none';base-uri 'none';" +
    "form-action 'self';object-src 'none'";

  it.each([
    ['page', '/', 200, 'no-cache'],
    ['asset', '/assets/index-3f2a.js', 200, 'public, max-age=31536000, immutable'],
    ['answer', '/api/json', 200, 'no-store'],
    ['download', '/api/file', 200, 'no-store'],
    ['refusal', '/api/closed', 401, 'no-store'],
    ['nothing', '/api/nothing', 404, 'no-store'],
  ])('of a %s are exactly these', async (_kind, url, status, cache) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': CSP,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': cache,
    });
    for (const absent of [
      'x-powered-by',
      'server',
      'access-control-allow-origin',
      'set-cookie',
      'strict-transport-security',
    ])
      expect([absent, answer.headers[absent]]).toEqual([absent, undefined]);
  });

  it('of a download name the file in a way no header can be broken with', async () => {
    const { 'content-disposition': name, 'content-type': type } = (await get('/api/file')).headers;
    expect([name, type]).toEqual(['attachment; filename="Zeilen \\"1\\".csv"', 'text/csv; charset=utf-8']);
  });
});
