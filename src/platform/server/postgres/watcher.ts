/** Sees to it that PostgreSQL ends with us, also when nobody is left to stop it, as after kill -9. */
import { type ChildProcess, spawn } from 'node:child_process';
import { processStart } from '../process-start.ts';

export interface Watcher {
  /** The process that is to end when we are gone, in place of the one named before. */
  watch(child: ChildProcess, how: keyof typeof ENDING): void;
  /** Leaves what was watched alone and ends, once we have stopped it ourselves. Safe to repeat. */
  close(): Promise<void>;
}

/**
 * A server is stopped "fast": what was committed is on the disk either way, but with the checkpoint it writes the next
 * start has nothing to recover. What does not end by itself is ended harder. Who makes a new folder is killed with all
 * of its helpers, as the folder is made anew from nothing.
 */
const ENDING = {
  server: { whole: false, signals: ['SIGINT', 'SIGQUIT', 'SIGKILL'] },
  maker: { whole: true, signals: ['SIGKILL'] },
} as const;

/**
 * The whole program of the watcher, as text: it must run from a bundle, from TypeScript and as built, needs none of our
 * modules, and only Node is sure to be on the machine. The kernel closes its input when we end, however that comes
 * about. A process that got the number of one that has ended was started at another time, and is left alone.
 */
const PROGRAM = `
const { readFileSync } = require('node:fs');
process.title = 'adsieve-watcher';
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
let told = '';
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const isAlive = ({ pid, started }) => {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0);
    const stat = readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').pop().split(' ');
    return stat[0] !== 'Z' && stat[19] === started;
  } catch {
    return false;
  }
};
const end = async () => {
  const watched = JSON.parse(told.split('\\n').at(-2) ?? 'null');
  if (!watched) return;
  for (const signal of watched.signals) {
    if (!isAlive(watched)) return;
    try {
      process.kill(watched.whole ? -watched.pid : watched.pid, signal);
    } catch {}
    for (let waited = 0; waited < 15000 && isAlive(watched); waited += 50) await wait(50);
  }
};
const leave = () => end().finally(() => process.exit());
process.stdin.setEncoding('utf8').on('data', (text) => (told += text)).once('end', leave).once('error', leave);
`;

/** After this long one that was killed is replaced; PostgreSQL goes on meanwhile. */
const AGAIN_MS = 1_000;

/** Begins before what it watches, so that there is no moment in which nobody does. */
export function startWatcher(): Watcher {
  let told = 'null\n';
  let isClosed = false;
  let current = begin();

  function begin(): ChildProcess {
    const child = spawn(process.execPath, ['-e', PROGRAM], {
      // Not in the data folder, by which PostgreSQL is known, and with nothing of our options for Node.
      cwd: '/',
      env: {},
      // A session of its own: what ends us by the terminal must not end it first.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Without one the next start does what is left to do, so a machine on which none begins is served all the same.
    child.on('error', () => {});
    child.stdin?.on('error', () => {});
    child.stdin?.write(told);
    // Neither it nor the pipe to it keeps us running.
    child.unref();
    if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
    child.once('exit', () => {
      const again = () => {
        if (!isClosed) current = begin();
      };
      setTimeout(again, AGAIN_MS).unref();
    });
    return child;
  }

  return {
    watch: ({ pid }, how) => {
      if (pid === undefined) return;
      told = `${JSON.stringify({ pid, started: processStart(pid), ...ENDING[how] })}\n`;
      current.stdin?.write(told);
    },
    close: async () => {
      isClosed = true;
      const { pid, exitCode, signalCode, stdin } = current;
      if (pid === undefined || exitCode !== null || signalCode !== null) return;
      const gone = new Promise((resolve) => current.once('exit', resolve));
      current.ref();
      if (stdin?.writable) stdin.end('null\n');
      await gone;
    },
  };
}
