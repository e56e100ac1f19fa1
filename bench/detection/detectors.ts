import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRules } from '#traffic/rule-sets/server/catalogue.ts';

/** What judges and counts, as it is sent to the engine. `npm run sync` writes it, so code may be moved and laid anew. */
const SENT = ['src/traffic/judge/server/sql', 'src/traffic/sources/server/sql'] as const;
/** Where rules are declared: their catalogue does not say in which mode they begin. */
const RULES = ['src/traffic/rules/server', 'src/traffic/rules/server/sources'] as const;

const filesOf = (folder: string, end: string): { name: string; text: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/**
 * A name for the detectors as they are now: rules with their limits, grades and modes, and the questions that judge
 * events and count sources. Nothing the bench measures with; it says whether results are of these detectors. A changed
 * statistic of the sweep that has no limit of its own is not seen.
 */
export function detectorsNow(): string {
  const rules = describeRules({ version: 1, rules: {} }).map(
    ({ id, reason, stage, kinds, needs, limits, rising, cases }) => ({
      id,
      reason,
      stage,
      kinds,
      needs,
      rising,
      cases,
      limits: limits.map((limit) => [limit.name, limit.default]),
    }),
  );
  const modes = RULES.flatMap((folder) =>
    filesOf(folder, '.ts').flatMap(({ name, text }) => {
      const mode = /startsAs: '(\w+)'/.exec(text)?.[1];
      return mode === undefined ? [] : [`${name} ${mode}`];
    }),
  );
  const sent = SENT.flatMap((folder) => filesOf(folder, '.sql').map(({ text }) => text.replaceAll(/\s+/g, '')));
  return createHash('sha256').update(JSON.stringify({ rules, modes, sent })).digest('hex').slice(0, 12);
}

/** How results name the detectors they are of. */
export const detectorsLine = (detectors: string): string => `Detectors: \`${detectors}\`.`;

/** Lines of the results in which one of the two must stand. */
const TOP_LINES = 12;

/** Do these results either belong to the detectors or say at their top that they do not? */
export function tellsItsAge(results: string, detectors: string): boolean {
  const top = results.split('\n').slice(0, TOP_LINES);
  return top.some((line) => line.includes(detectorsLine(detectors)) || line.startsWith('Detectors changed since: '));
}
