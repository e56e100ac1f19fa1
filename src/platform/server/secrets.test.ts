import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from './data-folder.ts';
import { SECRET_NAMES } from './secret-names.ts';
import { makeSecrets, requireSecrets, SecretsRefused } from './secrets.ts';

let path = '';
const fileOf = (name: string) => join(path, 'secrets', name);

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'adsieve-secrets-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe('secrets in production', () => {
  it('are refused while one is missing, and fit once they were made, by their owner only', () => {
    expect(() => requireSecrets(path)).toThrow(SecretsRefused);
    const folder = openDataFolder(path);
    expect(makeSecrets(folder)).toBe(SECRET_NAMES.length);
    folder.release();
    requireSecrets(path);
    for (const name of SECRET_NAMES) expect(statSync(fileOf(name)).mode & 0o777).toBe(0o600);
    for (const name of ['two-factor', 'evidence', 'signed-links']) {
      const kept = readFileSync(fileOf(name));
      rmSync(fileOf(name));
      expect(() => requireSecrets(path)).toThrow(`${name}: is missing`);
      writeFileSync(fileOf(name), kept, { mode: 0o600 });
    }
  });

  it.each([
    ['default', 'changeme', 'is not 32 random bytes'],
    ['all alike', '0'.repeat(64), 'was not made by chance'],
    ['a pattern', '0123'.repeat(16), 'was not made by chance'],
    ['too short', 'ab12'.repeat(4), 'is not 32 random bytes'],
    ['empty', '', 'is not 32 random bytes'],
  ])('are refused when one is %s, without showing it', (_what, text, fault) => {
    const folder = openDataFolder(path);
    makeSecrets(folder);
    folder.release();
    writeFileSync(fileOf('session'), text);
    expect(() => requireSecrets(path)).toThrow(fault);
    if (text !== '') expect(() => requireSecrets(path)).not.toThrow(text);
  });

  it.each([0o644, 0o640, 0o604])('are refused when others may read one (%o)', (mode) => {
    const folder = openDataFolder(path);
    makeSecrets(folder);
    folder.release();
    chmodSync(fileOf('session'), mode);
    expect(() => requireSecrets(path)).toThrow(/session: others than its owner/);
  });
});
