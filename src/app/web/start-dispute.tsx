import { textFile } from 'virtual:texts';
import '#platform/web/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { DisputeLinkPage } from '#domains/disputes/web/link/dispute-link-page.tsx';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { cookieColorScheme } from '#platform/web/theme/color-scheme-manager.ts';
import { theme } from '#platform/web/theme/theme.ts';

/** A claim by its link: no shell, no session. The token stays in the address, behind the number sign, for a reload. */
export async function startDispute(element: HTMLElement): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  await startTexts(textFile, ['disputes', 'traffic', 'ui', 'errors', 'refusals']);
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
            <DisputeLinkPage token={token} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
