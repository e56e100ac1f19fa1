import { type ComponentProps, createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useResolvedPath } from 'react-router';

/** Whether the reader may open the page at a path, with what stands behind the question mark. */
type Opens = (pathname: string, search: string) => boolean;

/** Given by the shell, which knows the menu; without one every page is open. */
export const OpenPages = createContext<Opens>(() => true);

/** A way to another page. One that the menu does not show stays words, which say so: the way would end at the start. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  const opens = use(OpenPages);
  const { pathname, search } = useResolvedPath(props.to);
  return opens(pathname, search) ? <RouterLink {...props} /> : <Closed {...props} />;
}

/** `data-disabled` is what buttons look at. */
function Closed({ className, children }: ComponentProps<typeof RouterLink>) {
  const { t } = useTranslation('ui');
  return (
    <span className={className} title={t('not_in_menu')} data-closed data-disabled>
      {children}
    </span>
  );
}
