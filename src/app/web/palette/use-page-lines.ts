import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { passage } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import type { MenuGroup } from '../shell/menu-groups.ts';
import { ADMINISTRATION } from '../shell/side-menu.tsx';
import { useChoosePackage } from '../shell/use-choose-package.ts';
import type { Line, LineGroup } from './line.ts';

/** Parts of the address that stand for something else each time lead nowhere by themselves. */
const isPlain = ({ paths: [path] }: Page): boolean => !/[:*]/.test(path);
const isHelp = ({ id }: Page): boolean => id === 'about' || id.startsWith('docs');
/** The documentation finds these by its own words. */
const isHelpEntry = ({ id }: Page): boolean => /^docs-(board|task)-/.test(id);

interface Asked {
  groups: readonly MenuGroup[];
  /** Addresses of the menu, by which pages are open or not. */
  routes: readonly string[];
  onKeys: () => void;
}

/** Pages of the menu, those beside it, settings, packages: what the browser knows without asking. */
export function usePageLines({ groups, routes, onKeys }: Asked): readonly Line[] {
  const { t } = useTranslation(['palette', 'pages', 'shell']);
  const { pkg, packages } = useSelection();
  const choosePackage = useChoosePackage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choosePackage` is new each time and does the same
  return useMemo(() => {
    const words = (text: string): string => t(`pages:${text}`, { defaultValue: text });
    const inMenu = groups.flatMap(({ category, sub }) =>
      sub.flatMap(({ name, entries }) =>
        entries.map((entry) => ({
          id: entry.route,
          group: category === ADMINISTRATION ? ('settings' as const) : ('pages' as const),
          title: words(entry.menu_title),
          detail: [words(category), words(name)].filter(Boolean).join(' › '),
          also: `${entry.menu_title} ${entry.route}`,
          to: entry.route,
        })),
      ),
    );
    const known = new Set(inMenu.map(({ id }) => id));
    const others = BUILT_PAGES.filter(
      (page) =>
        !page.menu &&
        isPlain(page) &&
        !isHelpEntry(page) &&
        !known.has(page.paths[0]) &&
        passage(page.paths[0], BUILT_PAGES, routes, pkg).kind === 'open',
    ).map((page): Line => {
      const group: LineGroup = isHelp(page) ? 'help' : 'settings';
      const also = `${page.title} ${page.paths.join(' ')}`;
      return { id: page.paths[0], group, title: words(page.title), detail: '', also, to: page.paths[0] };
    });
    const keys: Line = {
      id: 'keys',
      group: 'help',
      title: t('palette:keys'),
      detail: '?',
      also: 'keyboard',
      to: onKeys,
    };
    const chosen = packages
      .filter(({ package_name }) => package_name !== pkg.package_name)
      .map(
        ({ package_name, package_title, platform }): Line => ({
          id: `package ${package_name}`,
          group: 'packages',
          title: package_title,
          detail: `${package_name} · ${t(`shell:package_${platform}`)}`,
          also: package_name,
          to: () => choosePackage(package_name),
        }),
      );
    return [...inMenu, ...others, keys, ...chosen];
  }, [t, groups, routes, pkg, packages, onKeys]);
}
