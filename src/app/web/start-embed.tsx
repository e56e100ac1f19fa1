import { textFile } from 'virtual:texts';
import '#platform/web/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Report } from '#analytics/web/embed/report.tsx';
import { BOARD_TEXTS } from '#analytics/web/pages.ts';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { cookieColorScheme } from '#platform/web/theme/color-scheme-manager.ts';
import { theme } from '#platform/web/theme/theme.ts';

/** The report in a frame: no shell, no menu, no session of its own; what it shows is what its ticket is for. */
export async function startEmbed(element: HTMLElement): Promise<void> {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket') ?? '';
  await startTexts(textFile, [...BOARD_TEXTS, 'embed', 'ui', 'errors', 'refusals']);
  const router = createMemoryRouter([{ path: '*', element: <Report ticket={ticket} /> }]);
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={cookieColorScheme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={createQueryClient()}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
