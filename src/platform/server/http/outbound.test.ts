import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopbackAgent } from '../../../../test/support/loopback-agent.ts';
import { createOutbound, isPublicAddress, OutboundRefused } from './outbound.ts';

/** A service on the loopback, reached in clear: what TLS would carry is the same. */
let service: Server;
let port = 0;
const seen: { url: string; body: string }[] = [];

beforeAll(async () => {
  service = createServer((request, answer) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const url = request.url ?? '';
      seen.push({ url, body });
      if (url === '/moved') answer.writeHead(302, { location: 'http://127.0.0.1/secret' }).end('moved');
      else if (url === '/long') answer.end(Buffer.alloc(1024 * 1024 + 1));
      else if (url !== '/silent') answer.end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  port = (service.address() as AddressInfo).port;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const standIn = (timeoutMs = 5_000) => createOutbound({ agent: loopbackAgent(() => port), timeoutMs });

const REFUSED_URLS = [
  'http://example.com/',
  'ftp://example.com/',
  'https://example.com:8443/',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://8.8.8.8/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[2606:4700::1111]/',
  'https://１２７.０.０.１/',
];

const HIDDEN_ADDRESSES = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
  '',
];

describe('the way out', () => {
  it.each(REFUSED_URLS)('refuses %s before a socket is opened', async (url) => {
    await expect(async () => standIn().postForm(url, {})).rejects.toThrow(OutboundRefused);
  });

  it.each(HIDDEN_ADDRESSES)('does not count %j as public', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '104.16.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'counts %s as public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it('checks every address of a name when the socket is opened', async () => {
    const asked: string[] = [];
    const pointingTo = (...addresses: string[]) =>
      createOutbound({
        lookup: ((host: string, _options: object, done: (error: null, found: object[]) => void) => {
          asked.push(host);
          done(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          );
        }) as never,
      });
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:127.0.0.1'], []])
      await expect(pointingTo(...addresses).postForm('https://rebinding.example/', {})).rejects.toThrow(
        OutboundRefused,
      );
    expect(asked).toEqual(Array(4).fill('rebinding.example'));
  });

  it('reads a file up to the size it was allowed, and follows no redirect', async () => {
    expect(await standIn().getText('https://lists.example/list.txt', 100)).toEqual({
      status: 200,
      body: '{"ok":true}',
    });
    await expect(standIn().getText('https://lists.example/list.txt', 5)).rejects.toThrow(OutboundRefused);
    expect(await standIn().getText('https://lists.example/moved', 100)).toMatchObject({
      status: 302,
      location: 'http://127.0.0.1/secret',
    });
    await expect(standIn().getText('https://127.0.0.1/list.txt', 100)).rejects.toThrow(OutboundRefused);
  });

  it('sends a form and hands back status and body', async () => {
    const answer = await standIn().postForm('https://service.example/verify', { secret: 'a&b', response: 'ü' });
    expect(answer).toEqual({ status: 200, body: '{"ok":true}' });
    expect(seen.at(-1)).toEqual({ url: '/verify', body: 'secret=a%26b&response=%C3%BC' });
  });

  it('does not follow a redirect', async () => {
    const before = seen.length;
    expect((await standIn().postForm('https://service.example/moved', {})).status).toBe(302);
    expect(seen.length).toBe(before + 1);
  });

  it('gives up on an answer that is too long or does not come', async () => {
    await expect(standIn().postForm('https://service.example/long', {})).rejects.toThrow('longer than');
    const started = Date.now();
    await expect(standIn(200).postForm('https://service.example/silent', {})).rejects.toThrow();
    expect(Date.now() - started).toBeLessThan(2_000);
  });
});
