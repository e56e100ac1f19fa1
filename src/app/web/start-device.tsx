import { textFile } from 'virtual:texts';
import { Suspense } from 'react';
import { DeviceFrame } from '#domains/account-tools/web/device-frame.tsx';
import { createQueryClient } from '#platform/web/api/query-client.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import { render } from './render.tsx';

/** The id of this browser in a frame of ours: no shell, no menu; package and zone stand behind the number sign. */
export async function startDevice(element: HTMLElement): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  await startTexts(textFile, ['account-tools', 'ui', 'errors', 'refusals']);
  render(
    element,
    createQueryClient(),
    <Suspense>
      <DeviceFrame packageName={asked.get('package') ?? ''} zone={asked.get('zone') ?? 'UTC'} />
    </Suspense>,
  );
}
