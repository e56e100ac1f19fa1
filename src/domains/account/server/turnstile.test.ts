import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '#platform/server/http/outbound.ts';
import { openTurnstile, SECRET, type TurnstileStandIn } from '../../../../test/support/turnstile-stand-in.ts';
import { turnstileCheck } from './turnstile.ts';

let cloudflare: TurnstileStandIn;
beforeAll(async () => {
  cloudflare = await openTurnstile();
});
afterAll(() => cloudflare.close());

const check = (secret = SECRET) =>
  turnstileCheck(createOutbound({ agent: cloudflare.agent, timeoutMs: 300 }), { siteKey: 'the key', secret });

describe('the human check by Turnstile', () => {
  it('asks Cloudflare, with secret, answer and address, and passes an answer once', async () => {
    cloudflare.asked = [];
    expect(await check().passed('good 1', '203.0.113.7')).toBe(true);
    expect(await check().passed('good 1', '203.0.113.7')).toBe(false);
    expect(await check().passed('bad', '203.0.113.7')).toBe(false);
    expect(await check('another secret').passed('good 2', '203.0.113.7')).toBe(false);
    expect([cloudflare.asked[0]?.host, cloudflare.asked[0]?.url]).toEqual([
      'challenges.cloudflare.com',
      '/turnstile/v0/siteverify',
    ]);
    expect(Object.fromEntries(cloudflare.asked[0]?.form ?? [])).toEqual({
      secret: SECRET,
      response: 'good 1',
      remoteip: '203.0.113.7',
    });
  });

  it('does not trouble Cloudflare with what cannot be an answer', async () => {
    cloudflare.asked = [];
    expect(await check().passed('', '')).toBe(false);
    expect(await check().passed('x'.repeat(2049), '')).toBe(false);
    expect(cloudflare.asked).toEqual([]);
  });

  it('passes nobody while Cloudflare is down, silent or talks nonsense, and says whose fault it is', async () => {
    for (cloudflare.behaviour of ['down', 'nonsense', 'silent'] as const)
      await expect(check().passed('good 3', '')).rejects.toMatchObject({ code: 'unavailable' });
    cloudflare.behaviour = 'normal';
    expect(await check().passed('good 3', '')).toBe(true);
  });
});
