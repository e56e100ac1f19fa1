/** The local mailbox, read the way its operator reads it: by the command beside the running server. */
import { inject } from 'vitest';
import { controlSocketOf, runOnServer } from '../../src/cli/control.ts';

/** Text of the newest mail to an address; '' when there is none. */
export async function newestMail(to: string, dataFolder = inject('dataFolder')): Promise<string> {
  const lines: string[] = [];
  const print = { line: (text: string) => void lines.push(text), progress: () => {} };
  await runOnServer(controlSocketOf(dataFolder), 'mail', { save: '', cwd: '.' }, print);
  return (
    lines
      .join('\n')
      .split(/\n(?=\d{4}-\d\d-\d\dT)/)
      .filter((mail) => mail.split('\n')[0]?.includes(` to ${to}`) || mail.includes(` to ${to}\n`))
      .at(-1) ?? ''
  );
}

/** The code of the newest mail to an address, once its subject says what it is for. */
export async function mailedCode(to: string, about = ''): Promise<string> {
  for (let turn = 0; turn < 50; turn++) {
    const mail = await newestMail(to);
    const code = /\b\d{6}\b/.exec(mail)?.[0];
    if (code !== undefined && mail.includes(about)) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No code was mailed to ${to}`);
}
