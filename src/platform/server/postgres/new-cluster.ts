/** The files of a new PostgreSQL, made beside their place: a folder there is whole or not there. */
import { spawn } from 'node:child_process';
import { chownSync, closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SystemUser } from './postgres-user.ts';
import type { Watcher } from './watcher.ts';

export interface NewCluster {
  /** Absolute; there and empty. */
  data: string;
  initdb: string;
  /** By what name the folder it stands in is given to a program of PostgreSQL. */
  folderArgument: (folder: string) => string;
  args: readonly string[];
  user: SystemUser | undefined;
  env: Record<string, string | undefined>;
  watcher: Watcher;
}

/** The caller must hold the lock of the data folder: what an earlier try has left is removed. */
export async function makeCluster(wanted: NewCluster): Promise<void> {
  const { data, user, watcher } = wanted;
  const prefix = `${basename(data)}.new-`;
  const place = dirname(data);
  for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) remove(join(place, name));
  const draft = mkdtempSync(join(place, prefix));
  try {
    if (user) chownSync(draft, user.uid, user.gid);
    const child = spawn(wanted.initdb, ['-D', wanted.folderArgument(draft), ...wanted.args], {
      cwd: draft,
      env: wanted.env,
      ...user,
      // A group of its own, so that its helpers end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    watcher.watch(child, 'maker');
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    if (code !== 0) throw new Error(`The files of PostgreSQL could not be made:\n${said}`);
    renameSync(draft, data);
    keepNames(place);
  } catch (error) {
    remove(draft);
    throw error;
  }
}

/** What is in a folder that has no name after a crash of the machine would be lost. */
function keepNames(folder: string): void {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

/** One that somebody still writes to, because he was killed this very moment, stays until the next time. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
