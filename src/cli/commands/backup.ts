import { resolve } from 'node:path';
import { takeBackup } from '#app/server/backup.ts';
import { command } from '../command.ts';

interface Args {
  folder: string;
  cwd: string;
  secrets: boolean;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** A backup while everything goes on. */
export const backup = command<Args>({
  name: 'backup',
  async run(context, { folder, cwd, secrets }, print) {
    const into = resolve(cwd, folder);
    const {
      parts,
      events,
      waiting,
      secrets: hasSecrets,
    } = await takeBackup(context, into, {
      secrets,
      onPart: (share) => print.progress(`${Math.round(100 * share)} %`),
    });
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const records = parts.reduce((sum, { kind, rows = 0 }) => sum + (kind === 'records' ? rows : 0), 0);
    print.line(`${into}: ${parts.length} parts, ${megabytes(bytes)}`);
    print.line(
      `  ${events.toLocaleString('en')} events, ${waiting.toLocaleString('en')} acknowledged and not loaded yet, ${records.toLocaleString('en')} records`,
    );
    print.line(
      hasSecrets
        ? '  The secrets are in it: whoever has this folder can sign in as anybody. Keep it as you keep passwords.'
        : '  Without the secrets: keep the folder "secrets" elsewhere, and put it back after a restore, before the first start.',
    );
    return 0;
  },
});
