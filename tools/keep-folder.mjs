/**
 * Keeps a small data folder of this state, for `test/earlier.test.ts`:
 * `node tools/keep-folder.mjs DATA NAME`, where nothing runs on DATA and NAME is the day, as 2026-11-27.
 * What it leaves out: lists, which every start lays anew, and uploads, which nothing counts.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const LEFT_OUT = ['postgres', 'lists', 'lock'];
/** Root may not run PostgreSQL, and whoever unpacks as root keeps owners. */
const NOBODY = '65534';

const [data, name] = process.argv.slice(2);
if (!data || !name) throw new Error('node tools/keep-folder.mjs DATA NAME');
const into = resolve('test/earlier', name);
const scratch = mkdtempSync(join(tmpdir(), 'adsieve-keep-'));
const archive = join(scratch, 'folder.tar');
const tar = (owner, ...rest) =>
  execFileSync('tar', ['--sort=name', '--numeric-owner', `--owner=${owner}`, `--group=${owner}`, ...rest], {
    cwd: data,
  });
tar(NOBODY, '-cf', archive, 'postgres');
const others = readdirSync(data).filter((each) => !LEFT_OUT.includes(each));
tar('0', '--exclude=files/imports/*', '-rf', archive, ...others);
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  // Wider than the four databases of a cluster, whose catalogs are alike.
  [constants.BROTLI_PARAM_LGWIN]: 27,
};
writeFileSync(`${into}.tar.br`, brotliCompressSync(readFileSync(archive), { params }));
rmSync(scratch, { recursive: true });
