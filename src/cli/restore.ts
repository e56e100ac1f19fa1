import { resolve } from 'node:path';
import { restoreBackup } from '#app/server/restore.ts';
import type { Config } from '#platform/server/config.ts';
import { stepPrinter, terminalPrinter } from './print.ts';

/** Into an empty folder, which nothing serves yet: so by this process, and no command of a server. */
export async function restore(backup: string, data: string | undefined, config: Config): Promise<void> {
  const print = terminalPrinter();
  const into = data === undefined ? config.dataFolder : resolve(data);
  const engines = { databaseUrl: undefined, clickhouseUrl: undefined, clickhouseCluster: undefined, bucket: undefined };
  const { manifest, events, waiting } = await restoreBackup(
    resolve(backup),
    { ...config, ...engines, dataFolder: into },
    stepPrinter(print),
  );
  print.line(`${into}: as it was on ${manifest.taken_at}`);
  print.line(
    `  ${events.toLocaleString('en')} events, ${waiting.toLocaleString('en')} acknowledged ones that the next start loads`,
  );
  if (config.bucket)
    print.line(
      '  Its files lie in the folder. To have them in a bucket, name an empty one, or another S3_PREFIX: adsieve move --files',
    );
  print.line(
    manifest.secrets
      ? `  Start it with ADSIEVE_DATA=${into}`
      : `  The backup has no secrets: put yours into ${into}/secrets before the first start, or everybody is signed out and authenticators are unknown.`,
  );
}
