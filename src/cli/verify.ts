import { verifyArchive } from '#domains/evidence/server/verify/verify-archive.ts';
import { terminalPrinter } from './print.ts';

/** Needs no server and no data folder: whoever is shown an evidence file may hold it against its signature. */
export async function verify(path: string, key: string): Promise<number> {
  const print = terminalPrinter();
  const { ok, said } = await verifyArchive(path, { key });
  for (const line of [ok ? 'OK' : 'NOT AS IT WAS SIGNED', ...said]) print.line(line);
  return ok ? 0 : 1;
}
