// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { stored } from './stored.ts';

beforeEach(() => localStorage.clear());

describe('stored values', () => {
  it('are base64 in storage and come back as they were [SESS-RULE-01]', () => {
    stored.set('auth_data', { name: 'Zoë 漢字', publisher: [{ publisher_name: 'a' }] });
    const raw = localStorage.getItem('auth_data') ?? '';
    expect(raw).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(stored.get('auth_data')).toEqual({ name: 'Zoë 漢字', publisher: [{ publisher_name: 'a' }] });
  });

  it.each(['garbage', '%%%', '', btoa('{not json'), btoa('\xff\xfe')])(
    'read as false when corrupt: %j [SESS-RULE-01]',
    (raw) => {
      localStorage.setItem('token', raw);
      expect(stored.get('token')).toBe(false);
      expect(stored.text('token')).toBe(false);
      expect(stored.has('token')).toBe(true);
    },
  );

  it('read as false when absent', () => {
    expect(stored.get('dates')).toBe(false);
    expect(stored.has('dates')).toBe(false);
  });
});
