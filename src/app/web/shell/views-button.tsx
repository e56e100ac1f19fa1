import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath } from 'react-router';
import { PAGES } from '#app/contract/slices.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import styles from './shell.module.css';
import { titleOf } from './title-of.ts';

// Few visits open it.
const ViewsPanel = lazy(async () => ({
  default: (await withTexts(import('#domains/views/web/views-panel.tsx'), ['views', 'refusals'])).ViewsPanel,
}));

/** Views of the page and of others that somebody has saved. */
export function ViewsButton() {
  const { t } = useTranslation(['shell', 'pages']);
  const [open, setOpen] = useState(false);
  // Once opened it stays mounted, so that closing is a movement and not a disappearance.
  const [needed, setNeeded] = useState(false);
  const pageTitle = (path: string): string => {
    const page = PAGES.find(({ paths }) => paths.some((pattern) => matchPath(pattern, path)));
    return page ? titleOf(page, t) : path;
  };
  return (
    <>
      <button
        type="button"
        className={styles.control}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('shell:views')}
        onClick={() => {
          setNeeded(true);
          setOpen(true);
        }}
      >
        <IconBookmark size={16} aria-hidden />
        <span className={styles.wideOnly}>{t('shell:views')}</span>
      </button>
      {needed && (
        <Suspense fallback={null}>
          <ViewsPanel opened={open} onClose={() => setOpen(false)} titleOf={pageTitle} />
        </Suspense>
      )}
    </>
  );
}
