import { textFile } from 'virtual:texts';
import { type ComponentType, lazy, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { Page } from '#platform/contract/page.ts';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { keepFailures } from '#platform/web/ui/notify.ts';
import { useToastsWanted } from '#platform/web/ui/toast-wish.ts';
import { render } from './render.tsx';
import { TOOL_PAGE_COMPONENTS } from './tool-pages.ts';
import { TOOL_PAGES } from './tool-paths.ts';
import { ToolFrame } from './tools/tool-frame.tsx';

const Toasts = lazy(() => import('#platform/web/ui/toasts.tsx').then((m) => ({ default: m.Toasts })));

function ToastPlace() {
  const wanted = useToastsWanted();
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}

/** A tool for anybody: no shell and no menu, and what fails stays on the screen until it is closed (ERR-UI-01). */
export async function startTools(element: HTMLElement, path: string, signedIn: boolean): Promise<void> {
  keepFailures();
  const [Tool, page] = await toolAt(path);
  const shown = (
    <ToolFrame page={page} signedIn={signedIn}>
      <Tool page={page} />
    </ToolFrame>
  );
  // Tables lead to pages; here nothing does, and links of a tool are whole loads.
  const router = createMemoryRouter([{ path: '*', element: shown }]);
  render(
    element,
    createQueryClient(),
    <Suspense>
      <ToastPlace />
      <RouterProvider router={router} />
    </Suspense>,
  );
}

async function toolAt(path: string): Promise<[ComponentType<PageProps>, Page]> {
  const page: Page | undefined = TOOL_PAGES.find(({ paths }) => paths.some((each) => each === path));
  const load = page && TOOL_PAGE_COMPONENTS.get(page.id);
  if (!page || !load) throw new Error(`No tool at ${path}`);
  const Tool = await startTexts(textFile, ['tools', 'pages', 'ui', 'errors', 'refusals']).then(load);
  return [Tool, page];
}
