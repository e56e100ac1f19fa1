import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { DOCS_AREAS, DOCS_PATH } from '#domains/docs/contract/pages.ts';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import styles from './docs.module.css';

interface Props {
  /** What the page is about, in a sentence. */
  lead: ReactNode;
  /** The page shows texts of the program that exist in English only. */
  english?: boolean;
  children: ReactNode;
}

/** On a phone the areas scroll sideways; the open one is always in view. */
function useCurrentInView() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current="page"]');
    if (box && current)
      box.scrollLeft = current.offsetLeft - box.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, []);
  return list;
}

/** What all help pages share: the areas, a lead, and the content in a readable width. */
export function DocsFrame({ lead, english = false, children }: Props) {
  const { t, i18n } = useTranslation(['docs', 'pages']);
  const search = useStickySearch();
  const list = useCurrentInView();
  return (
    <article className={styles.page}>
      <nav aria-label={t('pages:Documentation')}>
        <ul ref={list} className={styles.areas}>
          <li>
            <NavLink to={`${DOCS_PATH}${search}`} end>
              {t('docs:overview')}
            </NavLink>
          </li>
          {DOCS_AREAS.map((area) => (
            <li key={area.id}>
              <NavLink to={`${area.paths[0]}${search}`}>{t(`pages:${area.title}`)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.lead}>{lead}</p>
      {english && i18n.language !== 'en' && (
        <p className={styles.note} role="note">
          {t('docs:english_note')}
        </p>
      )}
      {children}
    </article>
  );
}
