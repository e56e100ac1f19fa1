import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { leaveOut } from '../../../../test/support/left-out.ts';

interface Schema {
  fileName: string;
  contents: string;
}

const PUBLISHED = { '4.2': 'vast_4.2.xsd', '3.0': 'vast3_draft.xsd' } as const;
const FOLDER = resolve(process.env['ADSIEVE_SHARED'] ?? '../shared', 'data/vast-schemas');

/** Ours, and that of the IAB Tech Lab, which may not be passed on, where somebody has put it. */
export function schemasOf(version: keyof typeof PUBLISHED): Schema[] {
  const own = `answers-${version}.xsd`;
  const schemas = [{ fileName: own, contents: readFileSync(new URL(own, import.meta.url), 'utf8') }];
  const file = PUBLISHED[version];
  const path = join(FOLDER, file);
  if (existsSync(path)) schemas.push({ fileName: file, contents: readFileSync(path, 'utf8') });
  else leaveOut(`Published schemas of VAST (${FOLDER})`, file);
  return schemas;
}

/** Brackets of macros are no part of an address in XML, before a player has filled them in. */
export const withoutMacros = (xml: string): string => xml.replace(/\[([A-Z]+)\]/g, '%5B$1%5D');
