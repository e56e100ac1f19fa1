// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { resumeSession, SESSION_MS, saveSession, sessionOverAt } from './session.ts';
import { stored } from './stored.ts';
import { decodeToken } from './token.ts';
import type { SessionUser } from './user.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const tokenWith = (claims: object): string => `e30.${btoa(JSON.stringify(claims))}.sig`;
const tokenFor = (milliseconds: number): string =>
  tokenWith({ id: 7, exp: (NOW + milliseconds) / 1000, twoFA_flag: false });
const minutes = (n: number): number => n * 60_000;

const user: SessionUser = {
  id: 7,
  role: 'agency',
  name: 'Mina',
  email: 'mina@shop.example',
  publisher: [{ publisher_name: 'north' }],
  vendor: ['river'],
  fraud_type: [],
};

beforeEach(() => localStorage.clear());

describe('a session at page load', () => {
  it('is none without a token', () => {
    expect(resumeSession(NOW)).toBe('none');
  });

  it('sets the expiry to the login time plus three hours [SESS-STATE-01]', () => {
    saveSession(tokenFor(SESSION_MS), user);
    stored.set('LOGIN_TIME', NOW - minutes(10));
    stored.set('EXPIRED_TIME', NOW + minutes(1));
    expect(resumeSession(NOW)).toBe('alive');
    expect(Number(stored.number('EXPIRED_TIME')) - Number(stored.number('LOGIN_TIME'))).toBe(10_800_000);
  });

  it('is over when the token names no expiry [SESS-STATE-02]', () => {
    stored.set('token', tokenWith({ id: 7 }));
    expect(resumeSession(NOW)).toBe('over');
  });

  it.each(['garbage', btoa('"a.b.c"'), btoa('5')])(
    'is over when the token cannot be decoded: %s [SESS-STATE-03]',
    (raw) => {
      localStorage.setItem('token', raw);
      expect(resumeSession(NOW)).toBe('over');
    },
  );

  it('is over 4 min 59 s before the expiry and alive 5 min 1 s before [SESS-STATE-04]', () => {
    stored.set('token', tokenFor(minutes(5) - 1000));
    expect(resumeSession(NOW)).toBe('over');
    stored.set('token', tokenFor(minutes(5) + 1000));
    expect(resumeSession(NOW)).toBe('alive');
  });

  it('is over when the stored expiry has passed, whatever the token says [SESS-GAP-01]', () => {
    stored.set('token', tokenFor(SESSION_MS));
    stored.set('EXPIRED_TIME', NOW - 1);
    expect(resumeSession(NOW)).toBe('over');
  });

  it('stores who signed in, vendors included', () => {
    saveSession(tokenFor(SESSION_MS), user);
    expect(stored.get('auth_data')).toEqual(user);
    expect(sessionOverAt()).toBeLessThanOrEqual(NOW + SESSION_MS - minutes(5));
  });
});

describe('a token', () => {
  it('is read with characters outside ASCII and in the URL alphabet', () => {
    const payload = btoa(JSON.stringify({ id: 1, exp: 9, twoFA_flag: true }))
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    expect(decodeToken(`x.${payload}.y`)).toEqual({ id: 1, exp: 9, twoFA_flag: true });
  });
});
