import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '#app/contract/slices.ts';
import { SIGN_IN_DELAYS } from '#domains/account/server/sign-in-guard.ts';
import { SIGN_IN_LIMITS } from '#domains/account/server/sign-in-limits.ts';
import { DISPUTE_LIMITS } from '#domains/disputes/server/link-routes.ts';
import { RELEVANCY_LIMITS } from '#domains/relevancy/server/scan-routes.ts';
import { PATTERNS } from '#platform/contract/patterns.ts';
import { PERMISSIONS, type Permission, roleMay } from '#platform/contract/roles.ts';
import { IDLE_SECONDS } from '#platform/server/access/sessions.ts';
import { SESSION_SECONDS } from '#platform/server/access/tokens.ts';
import { readConfig } from '#platform/server/config.ts';
import { SECRET_NAMES } from '#platform/server/secret-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/security/controls.md'), 'utf8');

/** The text under a heading of the second level. */
function section(title: string): string {
  const found = TEXT.split(/^## /m).find((part) => part.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`docs/security/controls.md has no section ${title}`);
  return found;
}

/** Cells of the table whose head begins with this word, without head and rule. */
function table(title: string, head: string): string[][] {
  const rows = section(title)
    .split('\n')
    .map((line) => (line.startsWith('|') ? line.split('|').slice(1, -1) : []).map((cell) => cell.trim()));
  const from = rows.findIndex(([first]) => first === head);
  const after = rows.slice(from + 2);
  const end = after.findIndex((cells) => cells.length === 0);
  return end < 0 ? after : after.slice(0, end);
}
const firsts = (rows: string[][]): string[] => rows.map(([first = '']) => first).sort();

interface Source {
  path: string;
  text: string;
}
const server: Source[] = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\//.test(path))
  .map((path) => ({
    path: relative(ROOT, join(ROOT, 'src', path)),
    text: readFileSync(join(ROOT, 'src', path), 'utf8'),
  }));
const importing = (modules: RegExp): string[] =>
  server
    .filter(({ text }) => [...text.matchAll(/from '([^']+)'/g)].some(([, from = '']) => modules.test(from)))
    .map(({ path }) => path)
    .sort();

describe('the documented controls', () => {
  it('name every call that needs no session, and no other', () => {
    const { paths }: { paths: Record<string, Record<string, { 'x-access'?: string }>> } = JSON.parse(
      readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'),
    );
    const open = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls)
        .filter(([, call]) => call['x-access'] === 'public')
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(open.length).toBeGreaterThan(5);
    expect(firsts(table('Ways in', 'Call'))).toEqual(open.sort());
  });

  it('name every limit of calls with its numbers', () => {
    const limits = new Map(
      [...SIGN_IN_LIMITS, ...DISPUTE_LIMITS, ...RELEVANCY_LIMITS].map(({ name, max, seconds }) => [
        name,
        [name, String(max), String(seconds)],
      ]),
    );
    expect(table('Limits', 'Limit')).toEqual([...limits.values()]);
  });

  it('name how long wrong passwords make one wait', () => {
    const delays = Object.values(SIGN_IN_DELAYS).map(({ free, first, longest }) => [
      free,
      `${first}, doubling`,
      longest,
    ]);
    expect(table('Limits', 'Wrong passwords').map((row) => row.slice(1))).toEqual(delays.map((row) => row.map(String)));
  });

  it('name how long a session lasts', () => {
    const words = section('Sessions');
    expect(words).toContain(`${IDLE_SECONDS / 60} minutes without a request`);
    expect(words).toContain(`${SESSION_SECONDS / 3600} hours after signing in`);
  });

  it('name what every role may do', () => {
    const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name);
    const rights = Object.keys(PERMISSIONS)
      .filter(isPermission)
      .map((permission) => [
        permission,
        ...['admin', 'agency', 'customer', 'publisher'].map((role) => (roleMay(role, permission) ? 'yes' : 'no')),
      ]);
    expect(table('Rights', 'Permission')).toEqual(rights);
  });

  it('name every shared pattern of input', () => {
    expect(firsts(table('Input', 'Pattern'))).toEqual(Object.keys(PATTERNS).sort());
  });

  it('name what may be uploaded and how large it may become', () => {
    const words = section('Input').replaceAll(',', '');
    const { uploads } = readConfig({ NODE_ENV: 'test' });
    expect(words).toContain(`at most ${uploads.file / 1_000_000} MB`);
    expect(words).toContain(`the kept files of a package ${uploads.package / 1_000_000} MB`);
    const limits = server.find((one) => one.path.endsWith('sources/unpack-limits.ts'))?.text ?? '';
    const number = (name: string): string =>
      new RegExp(`${name} = ([\\d_]+)`).exec(limits)?.[1]?.replaceAll('_', '') ?? 'none';
    expect(words).toContain(`at most ${number('ARCHIVE_ENTRIES')} entries`);
    expect(words).toContain(`${number('ARCHIVE_FILES')} of them read`);
    expect(words).toContain(`at most ${number('MAX_RATIO')} times`);
    expect(words).toContain(`a workbook ${number('WORKBOOK_BYTES')} MiB`);
    expect(words).toContain(`${number('SHEET_CELLS')} fields`);
    expect(words).toContain(`at most ${number('MAX_COLUMNS')} columns`);
    expect(words).toContain(`at most ${number('PREVIEW_SECONDS')} seconds`);
  });

  it('name every key', () => {
    expect(firsts(table('Cryptography', 'Key'))).toEqual([...SECRET_NAMES].sort());
  });

  it('name every file that does cryptography', () => {
    const crypto = importing(/^(node:crypto|jose|@node-rs\/argon2|otpauth|altcha-lib)/);
    expect(firsts(table('Cryptography', 'File'))).toEqual(crypto);
  });

  it('name every file that opens a connection', () => {
    const net =
      /^(node:(net|https?|http2|tls|dgram)|pg|pg-boss|nodemailer|undici|chdb.*|@clickhouse\/client.*|aws4fetch)$/;
    const types = new Set([
      'src/platform/server/clickhouse/clickhouse.ts',
      'src/platform/server/clickhouse/session.ts',
    ]);
    expect(firsts(table('Connections', 'File'))).toEqual(importing(net).filter((path) => !types.has(path)));
  });

  it('name every file that starts a program', () => {
    const named = [...section('Connections').matchAll(/`(src\/[\w/.-]+\.ts)`/g)].map(([, path]) => path).sort();
    expect(named).toEqual(importing(/^(node:)?child_process$/));
    expect(server.filter(({ text }) => /\bexec(Sync)?\(\s*[`'"]|shell:\s*true/.test(text))).toEqual([]);
  });

  it('name how much memory questions may hold', () => {
    const bytes = readConfig({ NODE_ENV: 'test' }).queryMemoryBytes;
    expect(section('Costly calls')).toContain(`at most ${bytes / 1_000_000} MB`);
  });

  it('put every table into a class of data', () => {
    const made = ['postgres', 'clickhouse'].flatMap((engine) =>
      readdirSync(join(ROOT, 'db', engine)).flatMap((file) =>
        [
          ...readFileSync(join(ROOT, 'db', engine, file), 'utf8').matchAll(
            /^CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/gm,
          ),
        ].map(([, name = '']) => name),
      ),
    );
    const classed = table('Data', 'Class').flatMap(([, tables = '']) => tables.split(', '));
    expect(classed.sort()).toEqual([...new Set(made)].sort());
  });

  it('name everything that is written to the audit log', () => {
    const named = /Its actions:\n\n(.+)\./.exec(section('Logs'))?.[1]?.split(', ');
    expect(named).toEqual(AUDIT_ACTIONS.map(({ name }) => name));
  });
});

describe('the code', () => {
  it('encrypts with AES-256-GCM and hashes with SHA-256, and nothing else', () => {
    const used = server.flatMap(({ text }) =>
      [...text.matchAll(/create(?:Hash|Hmac|Cipheriv|Decipheriv)\('([^']+)'/g)].map(([, name]) => name),
    );
    expect([...new Set(used)].sort()).toEqual(['aes-256-gcm', 'sha256']);
  });

  it('takes what nobody may guess from the system, never from Math.random', () => {
    const guilty = server.filter(({ text }) => text.includes('Math.random(')).map(({ path }) => path);
    // How long one waits before one asks again is no secret.
    expect(guilty).toEqual(['src/domains/verdict-deliveries/server/send.ts', 'src/platform/web/api/request.ts']);
  });

  it('makes no program out of text', () => {
    expect(server.filter(({ text }) => /\beval\(|new Function\(|node:vm'/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });
});

it('nothing is logged but by the one log and the answers of the command line', () => {
  const writing = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)(server|cli)\//.test(path) && /\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .filter((path) => /\bconsole\.|process\.(stdout|stderr)\b/.test(readFileSync(join(ROOT, 'src', path), 'utf8')));
  // The third says what it found of an evidence file, the last holds code for servers of publishers, as text.
  expect(writing.sort()).toEqual([
    'cli/main.ts',
    'cli/print.ts',
    'domains/evidence/server/verify/main.ts',
    'domains/integrity/server/samples.ts',
  ]);
  expect(section('Logs')).toContain('input that was refused');
});
