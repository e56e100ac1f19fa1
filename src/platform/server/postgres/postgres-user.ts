import { readFileSync, statSync } from 'node:fs';

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. As root we start it as the owner of the data folder, or for a new
 * one as the first of these users; it must be in /etc/passwd, or initdb cannot name it. Otherwise: as ourselves.
 */
export function postgresUser(dataFolder: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['adsieve', 'postgres', 'nobody']) {
    const line = lines.find((each) => each[0] === name);
    const [uid, gid] = [Number(line?.[2]), Number(line?.[3])];
    if (line && uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new Error(
    'Running as root needs an unprivileged user (adsieve, postgres or nobody) for PostgreSQL, or DATABASE_URL',
  );
}
