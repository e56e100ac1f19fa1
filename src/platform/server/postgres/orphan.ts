/** A postmaster of ours that outlived its parent, as after kill -9. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Folder names of our sockets begin with this, so that a left-over one can be removed without doubt. */
export const SOCKET_FOLDER = 'adsieve-pg-';

/** Who holds the data folder now: process and socket folder, from its postmaster.pid. */
export function postmasterOf(dataFolder: string): { pid: number; socketFolder: string } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, socketFolder: lines[4] ?? '' };
}

/** Stops an orphan in order, or removes the pid file of a dead one. The caller holds the lock of the data folder. */
export async function clearOrphan(dataFolder: string): Promise<void> {
  const orphan = postmasterOf(dataFolder);
  if (!orphan) return;
  if (isOurs(orphan.pid, dataFolder)) {
    await stopPostmaster(orphan.pid, () => isOurs(orphan.pid, dataFolder));
  }
  // Dead, or a process that merely carries the same number: PostgreSQL would take the latter for its own and refuse.
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
  if (basename(orphan.socketFolder).startsWith(SOCKET_FOLDER))
    rmSync(orphan.socketFolder, { recursive: true, force: true });
}

/** SIGINT is "fast": open transactions roll back, a checkpoint is written. SIGQUIT leaves the rest to recovery. */
export async function stopPostmaster(pid: number, alive: () => boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < 15_000; waited += 20) {
      if (!alive()) return;
      await sleep(20);
    }
  }
}

/** A postmaster stands in its data folder; nothing else of ours does. */
function isOurs(pid: number, dataFolder: string): boolean {
  const folder = realpathSync(dataFolder);
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder && !isZombie(pid);
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(basename(dirname(folder)));
  } catch {
    return false;
  }
}

function isZombie(pid: number): boolean {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.startsWith('Z') ?? false;
}
