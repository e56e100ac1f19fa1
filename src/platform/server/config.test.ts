import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { createLog, hideTokens } from './log.ts';

describe('settings', () => {
  test('have defaults that start on an empty machine', () => {
    expect(readConfig({ CLICKHOUSE_URL: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 4800,
      clickhouseUrl: undefined,
      mode: 'production',
    });
  });

  test('that make no sense are refused all at once, in a table without secrets', () => {
    const env = { ADSIEVE_PORT: 'http', DATABASE_URL: 'mysql://root:hunter2@db/x', TURNSTILE_SECRET: 'hunter2' };
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

describe('the log', () => {
  test('hides tokens and passwords, deep in objects and in urls', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const request = { method: 'GET', url: '/a?token=hunter2&x=1', headers: { authorization: 'hunter2' } };
    log.info({ password: 'hunter2', user: { token: 'hunter2', set: { otp: 'hunter2' } }, req: request }, 'signed in');
    expect(lines.join()).not.toContain('hunter2');
    expect(lines.join()).toContain('signed in');
    expect(hideTokens('/setup?token=abc')).toBe('/setup?token=[hidden]');
  });
});
