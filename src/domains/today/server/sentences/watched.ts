import { watchedSources } from '#traffic/sources/server/decisions/source-list.ts';
import { proofOf } from '../proof.ts';
import { count, type Maker, names } from './sentence.ts';

const NAMED = 2;

interface Source {
  publisher: string;
  sub_publisher: string;
}

const keyOf = ({ publisher, sub_publisher }: Source): string => JSON.stringify([publisher, sub_publisher]);
const nameOf = ({ publisher, sub_publisher }: Source): string =>
  sub_publisher ? `${publisher} / ${sub_publisher}` : publisher;

/** Sources that are watched by their events of these days and were not by those of the days before. */
export const watched: Maker = {
  about: 'watched',
  access: 'event.judge',
  ask: async (asked) => {
    const { scope, stores, info, window, signal } = asked;
    const { arrived } = await asked.counts;
    const proof = proofOf(asked, [{ page: 'sources' }]);
    if (!arrived || !proof) return [];
    const [now, earlier] = await Promise.all(
      [window.days, window.before].map((days) => watchedSources(scope, stores, info, days, signal)),
    );
    const known = new Set((earlier ?? []).map(keyOf));
    const fresh = (now ?? []).filter((source) => !known.has(keyOf(source)));
    if (!now || fresh.length === 0) return [];
    return [
      {
        says: 'watched',
        count: fresh.length,
        values: {
          fresh: count(fresh.length),
          n: count(now.length),
          names: names(fresh.slice(0, NAMED).map(nameOf)),
        },
        proof,
        tone: 'watch',
        picture: { kind: 'pair', before: known.size, now: now.length },
      },
    ];
  },
};
