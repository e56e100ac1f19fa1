import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { turnstileCheck } from './turnstile.ts';

/** Speaks siteverify's protocol on the loopback: answers are good once. */
let service: Server;
let behaviour: 'normal' | 'down' | 'nonsense' | 'silent' = 'normal';
let asked: { host: string | undefined; url: string | undefined; form: URLSearchParams }[] = [];

beforeAll(async () => {
  const spent = new Set<string>();
  service = createServer((request, answer) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      const form = new URLSearchParams(text);
      asked.push({ host: request.headers.host, url: request.url, form });
      if (behaviour === 'silent') return;
      if (behaviour === 'down') return void answer.writeHead(503).end('{"success":true}');
      if (behaviour === 'nonsense') return void answer.end('<html>success</html>');
      const response = form.get('response') ?? '';
      const problem =
        form.get('secret') !== 'the secret'
          ? 'invalid-input-secret'
          : !response.startsWith('good')
            ? 'invalid-input-response'
            : spent.has(response)
              ? 'timeout-or-duplicate'
              : undefined;
      spent.add(response);
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ success: !problem, 'error-codes': problem ? [problem] : [] }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

class StandIn extends Agent {
  override createConnection(): Duplex {
    return connect((service.address() as AddressInfo).port, '127.0.0.1');
  }
}
const check = (secret = 'the secret') =>
  turnstileCheck(createOutbound({ agent: new StandIn(), timeoutMs: 300 }), { siteKey: 'the key', secret });

describe('the human check by Turnstile', () => {
  it('asks Cloudflare, with secret, answer and address, and passes an answer once', async () => {
    asked = [];
    expect(await check().passed('good 1', '203.0.113.7')).toBe(true);
    expect(await check().passed('good 1', '203.0.113.7')).toBe(false);
    expect(await check().passed('bad', '203.0.113.7')).toBe(false);
    expect(await check('another secret').passed('good 2', '203.0.113.7')).toBe(false);
    expect([asked[0]?.host, asked[0]?.url]).toEqual(['challenges.cloudflare.com', '/turnstile/v0/siteverify']);
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      secret: 'the secret',
      response: 'good 1',
      remoteip: '203.0.113.7',
    });
  });

  it('does not trouble Cloudflare with what cannot be an answer', async () => {
    asked = [];
    expect(await check().passed('', '')).toBe(false);
    expect(await check().passed('x'.repeat(2049), '')).toBe(false);
    expect(asked).toEqual([]);
  });

  it('passes nobody while Cloudflare is down, silent or talks nonsense, and says whose fault it is', async () => {
    for (behaviour of ['down', 'nonsense', 'silent'] as const)
      await expect(check().passed('good 3', '')).rejects.toMatchObject({ code: 'unavailable' });
    behaviour = 'normal';
    expect(await check().passed('good 3', '')).toBe(true);
  });
});
