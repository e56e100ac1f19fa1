import { useLocation, useNavigate } from 'react-router';
import { fitsPackage } from '#platform/contract/page.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import { keptSearch } from './kept-search.ts';

/** Changes to a package: on the same page if it can have that, else on its own first one, with its days. */
export function useChoosePackage(): (name: string) => void {
  const { packages, choosePackage, moveTo } = useSelection();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (name) => {
    const page = pageAt(pathname, BUILT_PAGES);
    const chosen = packages.find((each) => each.package_name === name);
    if (!page || fitsPackage(page, chosen)) {
      choosePackage(name);
      return;
    }
    const params = new URLSearchParams(search);
    moveTo(params, name);
    void navigate(`/${keptSearch(params, '/')}`, { flushSync: true });
  };
}
