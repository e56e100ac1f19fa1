import { textFile } from 'virtual:texts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { NewPackageForm } from '#domains/packages/web/new-package-form.tsx';
import { setup } from '#domains/setup/contract/endpoints.ts';
import { SetupPage, type SetupState } from '#domains/setup/web/setup-page.tsx';
import { call } from '#platform/web/api/call.ts';
import { startTexts } from '#platform/web/i18n/i18n.ts';

interface Options {
  signedIn: boolean;
  openShell: () => Promise<void>;
}

/** First run, before there is anybody to sign in: as light as the sign-in page, and out of the router's hands. */
export async function startSetup(element: HTMLElement, { signedIn, openShell }: Options): Promise<void> {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const [state] = await Promise.all([stateOf(signedIn, token), startTexts(textFile, ['setup', 'package', 'errors'])]);
  const root = createRoot(element);
  const leave = async (path: string): Promise<void> => {
    history.replaceState(null, '', path);
    await openShell();
    root.unmount();
  };
  root.render(
    <StrictMode>
      <Suspense>
        <SetupPage state={state} token={token} PackageForm={NewPackageForm} onLeave={(path) => void leave(path)} />
      </Suspense>
    </StrictMode>,
  );
}

async function stateOf(signedIn: boolean, token: string): Promise<SetupState> {
  // Reloaded between the steps: the administrator exists and is signed in already.
  if (signedIn) return 'signed_in';
  // No answer is no reason to keep the form back; sending it tells what is wrong.
  const needed = await call(setup.state, {}).then(
    (answer) => answer.needed,
    () => true,
  );
  if (!needed) return 'done';
  return token === '' ? 'no_link' : 'open';
}
