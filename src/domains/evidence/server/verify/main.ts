/** `node verify.mjs FILE [--key FINGERPRINT]`: what `verify.mjs` in an evidence archive does. */
import { verifyArchive } from './verify-archive.ts';

const [path, flag, key] = process.argv.slice(2);
if (path === undefined || (flag !== undefined && (flag !== '--key' || key === undefined))) {
  process.stderr.write('Usage: node verify.mjs FILE [--key FINGERPRINT]\n');
  process.exitCode = 1;
} else {
  const { ok, said } = await verifyArchive(path, { key: key ?? '' });
  process.stdout.write(`${[ok ? 'OK' : 'NOT AS IT WAS SIGNED', ...said].join('\n')}\n`);
  process.exitCode = ok ? 0 : 1;
}
