/** `npm run sync`: rewrites docs/openapi.json from the composed routes. Review the difference as you would code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#platform/server/config.ts';
import { openApiText } from '#platform/server/http/openapi.ts';
import { createApp } from './create-app.ts';
import { openContext } from './open-context.ts';
import { ROOT } from './places.ts';

// Which routes there are is decided by the composition alone, so it is composed: on empty engines that are thrown away.
const folder = mkdtempSync(join(tmpdir(), 'adsieve-sync-'));
const context = await openContext(readConfig({ ADSIEVE_DATA: folder }), (_title, work) => work());
try {
  const { http } = await createApp(context);
  await http.ready();
  writeFileSync(join(ROOT, 'docs', 'openapi.json'), openApiText(http));
  await http.close();
} finally {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
}
