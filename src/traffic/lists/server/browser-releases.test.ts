import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

interface CompatData {
  __meta: { timestamp: string; version: string };
  browsers: Record<string, { releases: Record<string, { release_date?: string; status: string }> }>;
}

const PRODUCTS = [
  'chrome',
  'edge',
  'firefox',
  'ie',
  'opera',
  'opera_android',
  'safari',
  'safari_ios',
  'samsunginternet_android',
];

/**
 * First release of each major version. The 20 MB package is read here only: at start it would cost 0.2 s and 100 MB.
 */
function render(data: CompatData): string {
  const tables = PRODUCTS.map((product) => {
    const first = new Map<number, string>();
    for (const [version, { release_date: date, status }] of Object.entries(data.browsers[product]?.releases ?? {})) {
      const major = Number.parseInt(version, 10);
      if (!date || status === 'planned' || Number.isNaN(major)) continue;
      if (!first.has(major) || date < (first.get(major) ?? '')) first.set(major, date);
    }
    const rows = [...first].sort(([a], [b]) => a - b).map(([major, date]) => `${major} ${date}`);
    const lines: string[] = [];
    for (let i = 0; i < rows.length; i += 8) lines.push(`    ${rows.slice(i, i + 8).join(', ')}`);
    return `  ${product}: \`\n${lines.join(',\n')}\`,`;
  });
  return [
    '/**',
    ` * First release of each major browser version, from @mdn/browser-compat-data ${data.__meta.version} (CC0-1.0).`,
    ' * Written by browser-releases.test.ts: after an update of the package run it with `-u`.',
    ' */',
    `export const BROWSER_RELEASES_DATE = '${data.__meta.timestamp.slice(0, 10)}';`,
    '',
    'export const BROWSER_RELEASES = {',
    ...tables,
    '} as const;',
    '',
  ].join('\n');
}

describe('browser release table', () => {
  it('holds what the pinned package says', async () => {
    const data: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data');
    await expect(render(data)).toMatchFileSnapshot('./data/browser-releases.ts');
  });
});
