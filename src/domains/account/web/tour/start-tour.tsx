import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { startTour } from './tour-state.ts';

/** Leads to the first stop, in the package at hand if it holds demo traffic, else in the first that does. */
export function StartTour({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell');
  const { pkg, packages } = useSelection();
  const sticky = useStickySearch();
  const demo = pkg.demo ? pkg : packages.find((each) => each.demo);
  if (!demo) return null;
  const to = demo === pkg ? `/${sticky}` : `/?${new URLSearchParams({ package: demo.package_name })}`;
  return (
    <Anchor
      component={Link}
      to={to}
      className={className}
      underline={className ? 'hover' : 'always'}
      title={t('tour_detail')}
      onClick={startTour}
    >
      {t('tour')}
    </Anchor>
  );
}
