import { addDays } from '#platform/contract/date-range.ts';
import { proofOf } from '../proof.ts';
import { count, day, type Maker, moment, type Said } from './sentence.ts';

/** Up to when there are data: what happened last, that it is long ago, and what claims to be from the future. */
export const dataUntil: Maker = {
  about: 'data',
  access: 'board.read',
  ask: async (asked) => {
    const { newest_at, newest_day, future, future_at } = await asked.extent;
    return [
      ...(newest_at && newest_day ? [lastData(asked, { newest_at, newest_day })] : []),
      ...(future_at
        ? [
            {
              says: 'data_future' as const,
              count: future,
              values: { n: count(future), at: moment(future_at) },
              // Days to come cannot be chosen anywhere; files are what bring such events.
              proof: proofOf(asked, [{ page: 'import' }, { page: 'events' }]),
              tone: 'bad' as const,
              picture: null,
            },
          ]
        : []),
    ];
  },
};

/** They have ended when a whole day went by without any: yesterday is over. */
function lastData(
  asked: Parameters<Maker['ask']>[0],
  { newest_at, newest_day }: { newest_at: string; newest_day: string },
): Said {
  const ended = newest_day < addDays(asked.info.today, -1);
  return {
    says: ended ? 'data_ended' : 'data_until',
    count: 1,
    values: { at: moment(newest_at), day: day(newest_day) },
    proof: proofOf(asked, [{ page: 'events', days: { from: newest_day, to: newest_day } }]),
    tone: ended ? 'watch' : 'plain',
    picture: null,
  };
}
