import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { atLeastOne, shownPackage } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';

/**
 * Says so when the address names a package the person cannot
 * see: another one is shown in its place, under its own name.
 */
export function useForeignPackage(packages: readonly PackageInfo[]): void {
  const { t } = useTranslation('shell');
  const [params] = useSearchParams();
  const name = params.get('package');
  const own = atLeastOne(packages);
  const seen = packages.some((pkg) => pkg.package_name === name);
  const shown = seen || !own ? undefined : shownPackage(own).package_title;
  useEffect(() => {
    if (name && shown) notify('info', t('package_not_open', { name, shown }));
  }, [t, name, shown]);
}
