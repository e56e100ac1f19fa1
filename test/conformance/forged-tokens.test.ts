// @long eight tokens at each endpoint, each token at one of every kind
import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { CompactEncrypt, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#platform/contract/endpoint.ts';
import { useApp } from '../support/use-app.ts';

const app = useApp();

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Every forged token with the name of the forgery. Those signed with the true secret are wrong in what they claim. */
const forged: [name: string, token: string][] = [];

interface Crafted {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: Uint8Array | string;
}

beforeAll(async () => {
  await app.package({ name: 'own.example' });
  const genuine = await app.signIn({ email: 'victim@own.example', role: 'admin', packages: ['own.example'] });
  const other = await app.signIn({ email: 'other@own.example', role: 'customer', packages: ['own.example'] });
  expect((await app.get('/api/user/me', genuine)).status).toBe(200);
  expect((await app.get('/api/user/me', other)).status).toBe(200);

  const secret = Buffer.from(app.context.folder.secret('session'), 'hex');
  const [head = '', body = '', signature = ''] = genuine.split('.');
  const claims: JWTPayload & { sid: string; id: number } = JSON.parse(Buffer.from(body, 'base64url').toString());
  const otherClaims: typeof claims = JSON.parse(Buffer.from(other.split('.')[1] ?? '', 'base64url').toString());
  const now = Math.floor(app.clock.now().getTime() / 1000);

  const hmac = (text: string, key: Uint8Array | string, hash = 'sha256') =>
    createHmac(hash, key).update(text).digest('base64url');
  const craft = ({ header = {}, claims: changed = {}, key = secret }: Crafted, hash = 'sha256'): string => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode({ ...claims, ...changed })}`;
    return `${text}.${hmac(text, key, hash)}`;
  };
  // The way of forging is sound: with nothing changed it makes a token that opens.
  expect((await app.get('/api/user/me', craft({}))).status).toBe(200);

  const revoked = await app.signIn({ email: 'revoked@own.example', role: 'admin' });
  await app.call('POST', '/api/user/logout', { token: revoked });
  const disabled = await app.signIn({ email: 'disabled@own.example', role: 'admin' });
  await app.context.database.pool.query("UPDATE app_user SET disabled_at = now() WHERE email = 'disabled@own.example'");
  const removed = await app.signIn({ email: 'removed@own.example', role: 'admin' });
  const removedId = JSON.parse(Buffer.from(removed.split('.')[1] ?? '', 'base64url').toString()).sid;
  await app.context.database.pool.query('DELETE FROM session WHERE id = $1', [removedId]);

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const asymmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(rsa.privateKey);
  const encrypted = await new CompactEncrypt(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(32));
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;

  forged.push(
    ['no signature', `${head}.${body}.`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${genuine}.${signature}`],
    ['one bit of the signature', `${head}.${body}.${flipped}`],
    ['cut signature', `${head}.${body}.${signature.slice(0, -4)}`],
    ['signature of another token', `${head}.${body}.${other.split('.')[2]}`],
    ['claims of another token', `${head}.${encode({ ...claims, id: otherClaims.id })}.${signature}`],
    ...['none', 'None', 'NONE', 'nOnE'].map((alg): [string, string] => [
      `alg ${alg}`,
      `${encode({ alg, typ: 'JWT' })}.${body}.`,
    ]),
    ['alg none with the old signature', `${encode({ alg: 'none' })}.${body}.${signature}`],
    ['alg HS384', craft({ header: { alg: 'HS384' } }, 'sha384')],
    ['alg HS512', craft({ header: { alg: 'HS512' } }, 'sha512')],
    ['alg in small letters', craft({ header: { alg: 'hs256' } })],
    ['no alg', craft({ header: { alg: undefined } })],
    ['RS256 with a key of the attacker', asymmetric],
    ['HMAC with a public key', craft({ key: publicKey })],
    ['key of the attacker in the header', craft({ header: { jwk: { kty: 'oct', k: 'AA' } }, key: Buffer.from([0]) })],
    ['kid that is a path', craft({ header: { kid: '../../../../dev/null' }, key: '' })],
    ['unknown critical header', craft({ header: { crit: ['exp2'], exp2: 1 } })],
    ['unencoded payload', craft({ header: { b64: false, crit: ['b64'] } })],
    ['empty secret', craft({ key: '' })],
    ['secret "secret"', craft({ key: 'secret' })],
    ['secret as hexadecimal text', craft({ key: app.context.folder.secret('session') })],
    ['secret of the human check', craft({ key: Buffer.from(app.context.folder.secret('human-check'), 'hex') })],
    ['encrypted token', encrypted],
    ['expired', craft({ claims: { exp: now - 10 } })],
    ['no expiry', craft({ claims: { exp: undefined } })],
    ['expiry that is text', craft({ claims: { exp: 'never' } })],
    ['not yet valid', craft({ claims: { nbf: now + 3_600 } })],
    ['another issuer', craft({ claims: { iss: 'someone' } })],
    ['no issuer', craft({ claims: { iss: undefined } })],
    ['another audience', craft({ claims: { aud: 'adsieve-mail' } })],
    ...['pre2fa', 'link', 'reset', 'invite', 'view_as', '', null].map((typ): [string, string] => [
      `type ${JSON.stringify(typ)}`,
      craft({ claims: { typ } }),
    ]),
    ['session that never was', craft({ claims: { sid: randomUUID() } })],
    ['session id that is none', craft({ claims: { sid: "' OR 1=1 --" } })],
    ['session of another person', craft({ claims: { sid: otherClaims.sid } })],
    ['another person with the own session', craft({ claims: { id: otherClaims.id } })],
    ['person as text', craft({ claims: { id: '1' } })],
    ['signed out', revoked],
    ['disabled person', disabled],
    ['session gone from the database', removed],
    ['array for claims', `${head}.${encode([claims])}.${hmac(`${head}.${encode([claims])}`, secret)}`],
    ['null for claims', `${head}.${encode(null)}.${hmac(`${head}.${encode(null)}`, secret)}`],
    ['list of tokens', `${other.slice(0, -2)}, ${genuine.slice(0, -2)}`],
    ['token in quotation marks', JSON.stringify(genuine)],
    ['another scheme', `Basic ${Buffer.from(`x:${genuine}`).toString('base64')}`],
    ['cookie in place of a token', `token=${genuine}`],
    ['very long', `${head}.${encode({ ...claims, pad: 'x'.repeat(6_000) })}.${signature}`],
  );
});

const call = (endpoint: EndpointShape, token: string) =>
  app.call(endpoint.method, endpoint.path.replaceAll(/:\w+/g, '1'), {
    token,
    ...(endpoint.upload ? { headers: { 'content-type': 'application/octet-stream' }, body: 'x' } : {}),
  });

const FORMS_EACH = 8;
const kinds = new Set<string>();

/** All of them where an endpoint is the first of its access and way in; elsewhere the next few of the round. */
function formsAt({ access, method, upload }: EndpointShape, index: number): typeof forged {
  const kind = JSON.stringify([access, method, upload]);
  if (!kinds.has(kind)) {
    kinds.add(kind);
    return forged;
  }
  return Array.from({ length: FORMS_EACH }, (_, n) => forged[(index * FORMS_EACH + n) % forged.length]).filter(
    (form) => form !== undefined,
  );
}

describe('a forged token', () => {
  it('of at least thirty forms opens no endpoint: some at each, all at each kind of access', async () => {
    expect(new Set(forged.map(([, token]) => token)).size).toBeGreaterThanOrEqual(30);
    const closed = app.app.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'public');
    const opened: unknown[] = [];
    for (const [index, endpoint] of closed.entries()) {
      const answers = await Promise.all(
        formsAt(endpoint, index).map(async ([name, token]) => ({ name, ...(await call(endpoint, token)) })),
      );
      for (const { name, status } of answers)
        if (status !== 401) opened.push([endpoint.method, endpoint.path, name, status]);
    }
    expect(opened).toEqual([]);
  }, 120_000);

  it('is refused without a word about why', async () => {
    const words = new Set<string>();
    for (const [, token] of forged) {
      const { body, headers } = await app.get('/api/user/me', token);
      words.add(JSON.stringify({ code: body.code, message: body.message }));
      expect(headers['www-authenticate'] ?? '').not.toMatch(/expired|signature|issuer/i);
    }
    expect([...words]).toHaveLength(1);
  });
});
