import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#platform/web/api/call.ts';
import { type SourceRow, sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';

/** When this page was opened: what is first seen now stays new until it is left. */
export function useVisit(): string {
  const [visit] = useState(() => new Date().toISOString());
  return visit;
}

/** Tells the server once of each new source that was shown. That nothing is told, harms nobody: it stays new. */
export function useMarkSeen(packageName: string, visit: string, rows: readonly SourceRow[] | undefined): void {
  const told = useRef(new Set<string>());
  const { mutate } = useMutation({
    mutationFn: (sources: { publisher: string; sub_publisher: string }[]) =>
      call(sourceDecisionEndpoints.seen, { body: { package_name: packageName, visit, sources } }),
  });
  useEffect(() => {
    const keyOf = ({ publisher, sub_publisher }: SourceRow): string =>
      JSON.stringify([packageName, publisher, sub_publisher]);
    const fresh = (rows ?? []).filter((row) => row.is_new && !told.current.has(keyOf(row)));
    if (fresh.length === 0) return;
    for (const row of fresh) told.current.add(keyOf(row));
    mutate(fresh.map(({ publisher, sub_publisher }) => ({ publisher, sub_publisher })));
  }, [rows, packageName, mutate]);
}
