import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process was started, in whatever unit the system has; undefined when there is none.
 * A process id alone proves nothing: after a restart another program may carry it.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      // proc(5): field 22, counted after the name, which may itself contain spaces and brackets.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19];
    } catch {
      return undefined;
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}
