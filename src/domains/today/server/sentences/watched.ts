import { listSources } from '#traffic/sources/server/decisions/source-list.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { count, type Maker, names } from './sentence.ts';

const NAMED = 2;
/** Beyond so many sources nobody reads which of them are new. */
const MOST = 500;

/** Sources that are watched by their events of these days and were not by those of the days before. */
export const watched: Maker = {
  about: 'watched',
  access: 'event.judge',
  ask: async (asked) => {
    const { arrived } = await asked.counts;
    const proof = proofOf(asked, [{ page: 'sources' }]);
    if (!arrived || !proof) return [];
    const { days, before, length } = asked.window;
    const [now, earlier] = await Promise.all([watchedOn(asked, days), watchedOn(asked, before)]);
    const known = new Set(earlier.rows.map(keyOf));
    const fresh = now.rows.filter((row) => !known.has(keyOf(row)));
    if (fresh.length === 0) return [];
    return [
      {
        says: 'watched',
        count: fresh.length,
        values: {
          fresh: count(fresh.length),
          n: count(now.states.watched),
          days: count(length),
          names: names(
            fresh
              .slice(0, NAMED)
              .map(({ publisher, sub_publisher }) => (sub_publisher ? `${publisher} / ${sub_publisher}` : publisher)),
          ),
        },
        proof,
        tone: 'watch',
        picture: { kind: 'pair', before: earlier.states.watched, now: now.states.watched },
      },
    ];
  },
};

const keyOf = ({ publisher, sub_publisher }: { publisher: string; sub_publisher: string }): string =>
  JSON.stringify([publisher, sub_publisher]);

const watchedOn = ({ scope, stores, info, signal }: Asked, days: { from: string; to: string }) =>
  listSources(scope, stores, info, { ...days, state: 'watched', page: 1, limit: MOST }, signal);
