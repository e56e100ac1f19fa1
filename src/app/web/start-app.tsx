import { textFile } from 'virtual:texts';
import '#platform/web/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { account } from '#domains/account/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { cookieColorScheme } from '#platform/web/theme/color-scheme-manager.ts';
import { measureScrollBar } from '#platform/web/theme/scroll-bar.ts';
import { theme } from '#platform/web/theme/theme.ts';
import { useToastsWanted } from '#platform/web/ui/toast-wish.ts';
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
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={cookieColorScheme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={client}>
          <ToastPlace />
          <RouterProvider router={createRouter()} flushSync={commitAtOnce} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
