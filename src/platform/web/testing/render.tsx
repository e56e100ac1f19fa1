import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import i18next, { type ResourceKey } from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { visibleText } from '#platform/contract/visible-text.ts';
import { createQueryClient } from '../api/query-client.ts';
import errors from '../i18n/errors.en.json' with { type: 'json' };
import ui from '../i18n/ui.en.json' with { type: 'json' };
import { theme } from '../theme/theme.ts';

// What is waited for comes at once on a quiet machine; a second is too short on a busy one.
configure({ asyncUtilTimeout: 10_000 });

/** What jsdom lacks and the kit asks for. */
function fillBrowserGaps(): void {
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  });
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView ??= () => undefined;
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
}

/** Shows a component as the shell would: real texts (English unless others are given), theme, router, query client. */
export async function show(children: ReactNode, texts: Record<string, ResourceKey> = {}, path = '/', language = 'en') {
  return draw(<MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>, texts, language);
}

/** The same for a whole page that asks before it is left: only a router of routes can be stopped. */
export async function showPage(page: ReactNode, texts: Record<string, ResourceKey>, path: string) {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] });
  return draw(<RouterProvider router={router} />, texts, 'en');
}

async function draw(routed: ReactNode, texts: Record<string, ResourceKey>, language: string) {
  fillBrowserGaps();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: ':',
    resources: { [language]: { ui, errors, ...texts } },
    // React and mails escape what they write; of values only what would turn the words around them is made visible.
    interpolation: { escapeValue: true, escape: visibleText },
    react: { useSuspense: false },
  });
  return render(
    <MantineProvider theme={theme} withCssVariables={false} env="test">
      <QueryClientProvider client={createQueryClient()}>{routed}</QueryClientProvider>
    </MantineProvider>,
  );
}
