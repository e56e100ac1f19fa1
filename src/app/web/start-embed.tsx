import { textFile } from 'virtual:texts';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Report } from '#analytics/web/embed/report.tsx';
import { BOARD_TEXTS } from '#analytics/web/pages.ts';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { render } from './render.tsx';

/** The report in a frame: no shell, no menu, no session of its own; what it shows is what its ticket is for. */
export async function startEmbed(element: HTMLElement): Promise<void> {
  const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket') ?? '';
  await startTexts(textFile, [...BOARD_TEXTS, 'embed', 'ui', 'errors', 'refusals']);
  const router = createMemoryRouter([{ path: '*', element: <Report ticket={ticket} /> }]);
  render(
    element,
    createQueryClient(),
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
}
