import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { type ImportView, imports } from '#traffic/intake/contract/import-endpoints.ts';
import { isSweeping, rangeOfImport } from './import-numbers.ts';

/** The newest import of a package whose events stand, where the caller may know of it. */
export function useLastImport(packageName: string): { job: ImportView | undefined; isPending: boolean } {
  const asked = { query: { package_name: packageName, limit: 20 } };
  const found = useQuery({ ...query(imports.list, asked), enabled: userMay('import.read'), retry: false });
  const job = found.data?.data.find((each) => (each.state === 'done' || isSweeping(each)) && each.from !== null);
  return { job, isPending: found.isLoading };
}

/** On to the board of what came, on the days it came of: "/" chooses among the boards of these kinds. */
export function ToBoards({ job, label }: { job: ImportView; label: string }) {
  const { packages } = useSelection();
  const found = useQuery(query(imports.outcome, { params: { id: job.id } }));
  const zone = packages.find(({ package_name }) => package_name === job.package_name)?.time_zone ?? 'UTC';
  const search = new URLSearchParams({ package: job.package_name, ...rangeOfImport(job, zone) });
  for (const { kind } of found.data?.data.kinds ?? []) search.append('kind', kind);
  // No link before it is known where to: who clicks at once would land on the package's first board.
  if (found.isPending) return <Button loading>{label}</Button>;
  return (
    <Button component={Link} to={`/?${search}`}>
      {label}
    </Button>
  );
}
