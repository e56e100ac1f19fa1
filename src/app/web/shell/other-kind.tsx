import { Button } from '@mantine/core';
import IconArrowsShuffle from '@tabler/icons-react/dist/esm/icons/IconArrowsShuffle.mjs';
import { useTranslation } from 'react-i18next';
import { fitsPackage, type Page } from '#platform/contract/page.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { firstPageOf } from './landing.tsx';
import styles from './shell.module.css';

/** An address that joins a page with a package that cannot have it: what each of them is, and both ways on. */
export function OtherKind({ page }: { page: Page }) {
  const { t } = useTranslation(['shell', 'pages']);
  const { pkg, packages, choosePackage } = useSelection();
  const title = t(`pages:${page.title}`, { defaultValue: page.title });
  const other = packages.find((each) => fitsPackage(page, each));
  const isOfOtherKind = page.platform !== undefined && page.platform !== pkg.platform;
  return (
    <div className={styles.note}>
      <IconArrowsShuffle size={40} stroke={1.4} aria-hidden />
      <h2>{t(isOfOtherKind ? `page_of_${page.platform}` : 'page_not_selected', { page: title })}</h2>
      <p>
        {t(isOfOtherKind ? `package_is_${pkg.platform}` : 'package_without', {
          package: pkg.package_title,
          page: title,
        })}
      </p>
      <Button component={Link} to={firstPageOf(pkg)}>
        {t('first_board', { package: pkg.package_title })}
      </Button>
      {other && (
        <Button variant="default" onClick={() => choosePackage(other.package_name)}>
          {t('page_for_package', { page: title, package: other.package_title })}
        </Button>
      )}
    </div>
  );
}
