import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DataFolderInUse, openDataFolder } from './data-folder.ts';
import { processStart } from './process-start.ts';

const parent = mkdtempSync(join(tmpdir(), 'adsieve-folder-'));
const path = join(parent, 'data');
afterEach(() => rmSync(path, { recursive: true, force: true }));

describe('the data folder', () => {
  test('is private, and so is every secret in it', () => {
    const folder = openDataFolder(path);
    expect(folder.secret('session')).toMatch(/^[\da-f]{64}$/);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(path, 'secrets/session')).mode & 0o077).toBe(0);
    folder.release();
  });

  test('keeps a secret over restarts, and secrets apart', () => {
    const first = openDataFolder(path);
    const secret = first.secret('session');
    expect(first.secret('human-check')).not.toBe(secret);
    first.release();
    const second = openDataFolder(path);
    expect(second.secret('session')).toBe(secret);
    second.release();
  });

  test('belongs to one process: a second start names the first and its address', () => {
    const folder = openDataFolder(path);
    folder.setAddress('http://127.0.0.1:4800');
    expect(() => openDataFolder(path)).toThrow(DataFolderInUse);
    expect(() => openDataFolder(path)).toThrow(
      new RegExp(`process ${process.pid} and listens on http://127.0.0.1:4800`),
    );
    folder.release();
    openDataFolder(path).release();
  });

  test('is taken over from a dead process, also when its number lives on in another one', async () => {
    openDataFolder(path).release();
    const gone = spawn('true');
    await new Promise((resolve) => gone.on('exit', resolve));
    for (const lock of [{ pid: gone.pid, started: '1' }, { pid: process.pid, started: 'another time' }, 'rubbish']) {
      writeFileSync(join(path, 'lock'), JSON.stringify(lock));
      openDataFolder(path).release();
    }
    expect(processStart(process.pid)).toBe(processStart(process.pid));
  });
});
