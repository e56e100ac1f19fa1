import type { Sentence } from '#domains/today/contract/sentences.ts';
import { may } from '#platform/server/access/scope.ts';
import type { Asked } from '../asked.ts';
import { byPeople } from './by-people.ts';
import { dataUntil } from './data-until.ts';
import { imports } from './imports.ts';
import { missing } from './missing-days.ts';
import { money } from './money.ts';
import { newSources } from './new-sources.ts';
import { rising } from './rising-reasons.ts';
import type { Maker } from './sentence.ts';
import { traffic } from './traffic.ts';
import { changes, sweeps } from './verdict-changes.ts';
import { watched } from './watched.ts';

/** Everything the page can tell, in the order it is read. */
export const MAKERS: readonly Maker[] = [
  dataUntil,
  missing,
  traffic,
  money,
  rising,
  newSources,
  watched,
  sweeps,
  changes,
  imports,
  byPeople,
];

/** What there is to tell this reader; a sentence whose proof is closed to them is left out. */
export async function tell(asked: Asked): Promise<Sentence[]> {
  const { scope } = asked;
  const whole = scope.publishers === 'all' && scope.vendors === 'all';
  const told = await Promise.all(
    MAKERS.filter(({ access, ofWhole }) => may(scope, access) && (whole || !ofWhole)).map(async ({ about, ask }) =>
      (await ask(asked)).flatMap(({ proof, ...said }) => (proof === undefined ? [] : [{ ...said, about, proof }])),
    ),
  );
  return told.flat();
}
