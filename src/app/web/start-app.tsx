import { textFile } from 'virtual:texts';
import { lazy, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { RouterProvider } from 'react-router';
import { account } from '#domains/account/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { measureScrollBar } from '#platform/web/theme/scroll-bar.ts';
import { useToastsWanted } from '#platform/web/ui/toast-wish.ts';
import { render } from './render.tsx';
import { createRouter } from './router.tsx';
import { SHELL_TEXTS } from './shell-texts.ts';

const Toasts = lazy(() => import('#platform/web/ui/toasts.tsx').then((m) => ({ default: m.Toasts })));

function ToastPlace() {
  const wanted = useToastsWanted();
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}

const commitAtOnce = (change: () => unknown): undefined => void flushSync(change);

/**
 * The signed-in half. Menu, packages and texts are there before
 * anything is drawn: the first picture is the whole shell.
 */
export async function startApp(element: HTMLElement): Promise<void> {
  const client = createQueryClient();
  await Promise.all([
    startTexts(textFile, SHELL_TEXTS),
    client.prefetchQuery(query(account.menu, {})),
    client.prefetchQuery(query(account.packages, {})),
  ]);
  measureScrollBar();
  render(
    element,
    client,
    <>
      <ToastPlace />
      <RouterProvider router={createRouter()} flushSync={commitAtOnce} />
    </>,
  );
}
