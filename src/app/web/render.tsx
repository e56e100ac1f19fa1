import '#platform/web/theme/mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { cookieColorScheme } from '#platform/web/theme/color-scheme-manager.ts';
import { theme } from '#platform/web/theme/theme.ts';

/** Draws a page with what every one of them stands in: theme, colours of the person, answers of the server. */
export const render = (element: HTMLElement, client: QueryClient, page: ReactNode): void =>
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        colorSchemeManager={cookieColorScheme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={client}>{page}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
