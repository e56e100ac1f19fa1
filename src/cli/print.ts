import type { Printer } from './command.ts';

/** Progress lines replace each other on a terminal and are left out of a pipe. */
export function terminalPrinter(): Printer {
  const live = process.stdout.isTTY;
  let open = false;
  const end = (): void => {
    if (open) process.stdout.write('\n');
    open = false;
  };
  return {
    line(text) {
      end();
      process.stdout.write(`${text}\n`);
    },
    progress(text) {
      if (!live) return;
      process.stdout.write(`\r\u001b[2K${text}`);
      open = true;
    },
  };
}

/** `✓ title  1.2 s` once done, so that a slow start shows where it is slow. */
export const stepPrinter =
  (print: Printer) =>
  async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    print.progress(`… ${title}`);
    const result = await work();
    print.line(`✓ ${title.padEnd(34)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };
