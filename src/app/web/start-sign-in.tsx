import { textFile } from 'virtual:texts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import type { SignInAnswer } from '#domains/account/contract/endpoints.ts';
import { SignInPage } from '#domains/account/web/sign-in/sign-in-page.tsx';
import { SetupHint } from '#domains/setup/web/setup-hint.tsx';
import { startTexts } from '#platform/web/i18n/i18n.ts';
import type { EndCause } from '#platform/web/session/end-session.ts';
import { NotFound } from './not-found.tsx';

interface Options {
  endedBy: EndCause | undefined;
  arrival: SignInAnswer | 'refused' | undefined;
  onSignedIn: () => Promise<void>;
}

/** The signed-out half: no kit, no router, so that the form is there at once on any connection. */
export async function startSignIn(element: HTMLElement, { endedBy, arrival, onSignedIn }: Options): Promise<void> {
  await startTexts(textFile, ['signin', 'errors']);
  const root = createRoot(element);
  const leave = async (): Promise<void> => {
    await onSignedIn();
    root.unmount();
  };
  root.render(
    <StrictMode>
      <Suspense>
        <SignInPage
          endedBy={endedBy}
          arrival={arrival}
          onSignedIn={leave}
          hint={
            <Suspense>
              <SetupHint />
            </Suspense>
          }
        />
      </Suspense>
    </StrictMode>,
  );
}

export async function startNotFound(element: HTMLElement): Promise<void> {
  await startTexts(textFile, ['signin']);
  createRoot(element).render(<NotFound />);
}
