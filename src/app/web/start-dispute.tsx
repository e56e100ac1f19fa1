import { textFile } from 'virtual:texts';
import { Suspense } from 'react';
import { DisputeLinkPage } from '#domains/disputes/web/link/dispute-link-page.tsx';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { guestLocale } from '#platform/web/i18n/locales.ts';
import { render } from './render.tsx';

/** A claim by its link: no shell, no session. The token stays in the address, behind the number sign, for a reload. */
export async function startDispute(element: HTMLElement): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  await startTexts(textFile, ['disputes', 'traffic', 'ui', 'errors', 'refusals'], guestLocale());
  render(
    element,
    createQueryClient(),
    <Suspense>
      <DisputeLinkPage token={token} />
    </Suspense>,
  );
}
