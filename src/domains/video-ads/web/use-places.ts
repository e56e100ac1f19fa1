import { useSelection } from '#platform/web/layout/selection.tsx';

/** Addresses of the screens, with the package they are about. */
export function usePlaces() {
  const { pkg } = useSelection();
  const search = `?${new URLSearchParams({ package: pkg.package_name })}`;
  return {
    trackers: `/web/vast/tracker${search}`,
    add: `/web/vast/tracker/add${search}`,
    edit: (id: number): string =>
      `/web/vast/tracker/edit?${new URLSearchParams({ package: pkg.package_name, id: String(id) })}`,
    creatives: `/web/vast/creative${search}`,
    upload: `/web/vast-creative/upload${search}`,
  };
}

/** Files of our own lie on the address the page came from, whatever players reach them by. */
export const ownPath = (url: string): string => new URL(url).pathname;
