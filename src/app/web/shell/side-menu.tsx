import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { MenuEntry } from '#domains/account/contract/endpoints.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import { type SearchFor, useSearchFor } from './kept-search.ts';
import { type MenuGroup, standsFor } from './menu-groups.ts';
import { menuIcon } from './menu-icons.ts';
import styles from './side-menu.module.css';

/** About the installation, not the chosen package. */
export const ADMINISTRATION = 'Administration';

/** Spec LAY-CONST-06: the menu glides to the open page's entry within this time. */
export const AUTO_SCROLL_MS = 1200;

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Brings the open page's entry into view; eased by hand, because the browser's smooth scrolling has no set time. */
function useAutoScroll(path: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    const box = list.current;
    const active = box?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!box || !active) return;
    const from = box.scrollTop;
    const top = active.offsetTop - box.offsetTop;
    if (top >= from && top + active.offsetHeight <= from + box.clientHeight) return;
    const to = Math.max(0, top - box.clientHeight / 2);
    if (still()) {
      box.scrollTop = to;
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function glide(now) {
      const part = Math.min(1, (now - start) / AUTO_SCROLL_MS);
      box.scrollTop = from + (to - from) * (1 - (1 - part) ** 3);
      if (part < 1) frame = requestAnimationFrame(glide);
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return list;
}

function Entry({
  entry,
  search,
  onFollow,
}: {
  entry: MenuEntry;
  search: SearchFor;
  onFollow: (() => void) | undefined;
}) {
  const { t } = useTranslation('pages');
  const { pathname } = useLocation();
  const isOpen = entry.route === pathname || standsFor(entry, pageAt(pathname, BUILT_PAGES), BUILT_PAGES);
  const Icon = menuIcon(entry.menu_icon);
  const title = t(entry.menu_title, { defaultValue: entry.menu_title });
  // Entries without a route lead to the 404 page (LAY-UI-03).
  const to = entry.route === '' ? '/error' : `${entry.route}${search(entry.route)}`;
  return (
    <li>
      <Link
        to={to}
        className={styles.entry ?? ''}
        title={title}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onFollow}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <span className={styles.word}>{title}</span>
      </Link>
    </li>
  );
}

interface GroupProps {
  group: MenuGroup;
  search: SearchFor;
  onFollow: (() => void) | undefined;
}

function Group({ group, search, onFollow }: GroupProps) {
  const { t } = useTranslation('pages');
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <section className={styles.group} data-apart={group.category === ADMINISTRATION || undefined}>
      <button
        type="button"
        className={styles.category}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.word}>{t(group.category, { defaultValue: group.category })}</span>
        <IconChevronDown size={14} aria-hidden className={styles.chevron} />
      </button>
      <div id={id} className={styles.slide} data-open={open} inert={!open}>
        <div className={styles.inner}>
          {group.sub.map((sub) => (
            <div key={sub.name}>
              {group.sub.length > 1 && <p className={styles.sub}>{t(sub.name, { defaultValue: sub.name })}</p>}
              <ul>
                {sub.entries.map((entry) => (
                  <Entry key={`${entry.page_id}${entry.route}`} entry={entry} search={search} onFollow={onFollow} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

interface Props {
  groups: readonly MenuGroup[];
  /** Closes the drawer on small screens. */
  onFollow?: () => void;
}

export function SideMenu({ groups, onFollow }: Props) {
  const { t } = useTranslation('shell');
  const search = useSearchFor();
  const list = useAutoScroll(useLocation().pathname);
  return (
    <nav className={styles.menu} aria-label={t('menu')}>
      <div ref={list} className={styles.list}>
        {groups.map((group) => (
          <Group key={group.category} group={group} search={search} onFollow={onFollow} />
        ))}
      </div>
    </nav>
  );
}
