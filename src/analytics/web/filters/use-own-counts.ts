import { useQuery } from '@tanstack/react-query';
import { lookups } from '#analytics/contract/lookups.ts';
import { query } from '#platform/web/api/call.ts';
import { currentUser } from '#platform/web/session/user.ts';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { useBoard } from '../board/board-state.tsx';
import { knownValues } from './lookup.ts';

/** Name, total, clean and fraud of a publisher, as the server counts them. */
export type OwnCounts = readonly [name: string, total: number, clean: number, fraud: number];

/**
 * The rows behind the short list of an app's own publishers, which comes from the session and not from the server: each
 * begins with zeros until its counts are there (APP-GAP-05). Nothing for a list of other values.
 */
export function useOwnCounts(name: DimensionName): ReadonlyMap<string, OwnCounts> | undefined {
  const { board, selection } = useBoard();
  const { pkg, range } = selection;
  const own = board.dataset.platform === 'app' && name === 'publisher' ? knownValues(name, currentUser()) : undefined;
  const [type] = board.types;
  const asked = useQuery({
    ...query(lookups.publisherList, {
      query: {
        package_name: pkg.package_name,
        fromDate: range.from,
        toDate: range.to,
        ...(type ? { dashboard_type: type } : {}),
      },
    }),
    enabled: own !== undefined && type !== undefined,
  });
  if (!own || !type) return undefined;
  const counted = asked.isPlaceholderData ? [] : (asked.data?.data ?? []);
  return new Map(own.map((each) => [each, counted.find(([of]) => of === each) ?? ([each, 0, 0, 0] as const)]));
}
