import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { createLog, hideTokens } from './log.ts';

describe('settings', () => {
  test('have defaults that start on an empty machine', () => {
    expect(readConfig({ CLICKHOUSE_URL: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 4800,
      clickhouseUrl: undefined,
      mode: 'development',
      smtp: undefined,
    });
  });

  test('that make no sense are refused all at once, in a table without secrets', () => {
    const env = {
      ADSIEVE_PORT: 'http',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      TURNSTILE_SECRET: 'hunter2',
      ADSIEVE_SMTP_URL: 'smtp://me:hunter2@mail',
    };
    expect(() => readConfig(env)).toThrow(ConfigError);
    try {
      readConfig(env);
    } catch (error) {
      const text = String(error);
      expect(text).toContain('ADSIEVE_PORT');
      expect(text).toContain('must begin with postgres:// or postgresql://');
      expect(text).not.toContain('hunter2');
    }
  });
});

test('a ClickHouse server needs a folder in which imports hand it files', () => {
  expect(() => readConfig({ CLICKHOUSE_URL: 'http://clickhouse:8123' })).toThrow('the user_files_path of that server');
});

test('a bucket needs a key, and settings of none are refused with it: files would lie elsewhere without a word', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' };
  expect(readConfig({}).bucket).toBe(undefined);
  expect(readConfig({ S3_BUCKET: 'files', S3_PREFIX: '/a/b/', S3_REGION: 'eu-central-1', ...keys }).bucket).toEqual({
    bucket: 'files',
    prefix: 'a/b/',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    accessKeyId: 'id',
    secretAccessKey: 'hunter2',
    pathStyle: false,
  });
  expect(() => readConfig({ S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' })).toThrow('goes together with S3_BUCKET');
  for (const env of [keys, { S3_ENDPOINT: 'https://s3.example.com' }])
    expect(() => readConfig(env)).toThrow('without it files lie in the data folder');
  const refused = () => readConfig({ S3_BUCKET: 'files', S3_ENDPOINT: 's3://hunter2', ...keys });
  expect(refused).toThrow('must begin with http:// or https://');
  expect(refused).not.toThrow('hunter2');
});

describe('roles', () => {
  const engines = {
    DATABASE_URL: 'postgres://db/adsieve',
    CLICKHOUSE_URL: 'http://clickhouse:8123',
    CLICKHOUSE_USER_FILES: '/var/lib/clickhouse/user_files',
  };

  test('are all there are in one process, or those named once each where the engines have addresses', () => {
    expect(readConfig({}).roles).toEqual(['api', 'collector', 'worker']);
    expect(readConfig({ ...engines, ADSIEVE_ROLES: 'api, collector,api' }).roles).toEqual(['api', 'collector']);
    expect(readConfig({ ADSIEVE_ROLES: 'worker,collector,api' }).roles).toHaveLength(3);
  });

  test('there are not, or none at all, are refused with those there are', () => {
    for (const ADSIEVE_ROLES of ['wroker', 'api,all', ','])
      expect(() => readConfig({ ...engines, ADSIEVE_ROLES })).toThrow('some of api, collector, worker');
  });

  test('that leave a part to other processes are refused while an engine is embedded', () => {
    for (const env of [{}, { DATABASE_URL: engines.DATABASE_URL }, { CLICKHOUSE_URL: engines.CLICKHOUSE_URL }])
      expect(() => readConfig({ ...env, ADSIEVE_ROLES: 'worker' })).toThrow('set DATABASE_URL and CLICKHOUSE_URL');
  });
});

describe('plain HTTP', () => {
  const production = { NODE_ENV: 'production' };
  const proxy = { ADSIEVE_TRUST_PROXY: 'true', ADSIEVE_URL: 'https://adsieve.example' };

  test.each(['0.0.0.0', '::', '192.0.2.7', 'adsieve.internal', '127.0.0.1.example', '1270.0.0.1'])(
    'on %s is refused in production without a proxy that ends TLS',
    (ADSIEVE_HOST) => {
      for (const said of [
        {},
        { ADSIEVE_TRUST_PROXY: 'true' },
        { ADSIEVE_URL: proxy.ADSIEVE_URL },
        { ...proxy, ADSIEVE_URL: 'http://adsieve.example' },
      ])
        expect(() => readConfig({ ...production, ADSIEVE_HOST, ...said })).toThrow(/ADSIEVE_HOST.*put a TLS proxy/);
      expect(readConfig({ ...production, ADSIEVE_HOST, ...proxy }).host).toBe(ADSIEVE_HOST);
    },
  );

  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('on %s reaches this machine only', (ADSIEVE_HOST) => {
    expect(readConfig({ ...production, ADSIEVE_HOST }).host).toBe(ADSIEVE_HOST);
  });

  test('may be tried anywhere while developing', () => {
    expect(readConfig({ ADSIEVE_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });
});

describe('settings of mail', () => {
  test.each([[{ ADSIEVE_SMTP_URL: 'smtp://me:hunter2@mail' }], [{ ADSIEVE_MAIL_FROM: 'adsieve@own.example' }]])(
    'half set are refused: %j',
    (env) => {
      expect(() => readConfig(env)).toThrow('goes together with ADSIEVE_SMTP_URL: set both or neither');
    },
  );

  test.each(['adsieve', 'a@b.co\r\nBcc: c@d.co', ''])('need a sender that is an address, not %j', (from) => {
    expect(() => readConfig({ ADSIEVE_SMTP_URL: 'smtp://mail', ADSIEVE_MAIL_FROM: from })).toThrow('ADSIEVE_MAIL_FROM');
  });
});

describe('the log', () => {
  test('hides tokens and passwords, deep in objects and in urls', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const request = { method: 'GET', url: '/a?token=hunter2&x=1', headers: { authorization: 'hunter2' } };
    log.info({ password: 'hunter2', user: { token: 'hunter2', set: { otp: 'hunter2' } }, req: request }, 'signed in');
    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('signed in');
    expect(hideTokens('/setup?token=abc')).toBe('/setup?token=[hidden]');
    expect(hideTokens('/api/ingest/click?write_key=adw_abc&x=1')).toBe('/api/ingest/click?write_key=[hidden]&x=1');
  });
});
