import { textFile } from 'virtual:texts';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ForgotPage } from '#domains/account/web/entry/forgot-page.tsx';
import { SetPasswordPage } from '#domains/account/web/entry/set-password-page.tsx';
import { SignUpPage } from '#domains/account/web/entry/sign-up-page.tsx';
import { VerifyPage } from '#domains/account/web/entry/verify-page.tsx';
import { MailboxPage } from '#domains/account/web/mailbox/mailbox-page.tsx';
import { startTexts } from '#platform/web/i18n/i18n.ts';

const go = (path: string): void => location.assign(path);

/** The token stands after the number sign, where no server sees it, and leaves the address at once. */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (token !== '') history.replaceState(null, '', location.pathname);
  return token;
}

/** Everything before the session but the sign-in form, which must not wait for this. */
export async function startEntrance(element: HTMLElement, path: string): Promise<void> {
  const token = takeToken();
  await startTexts(textFile, ['entry', 'signin', 'errors']);
  const pages: Readonly<Record<string, ReactNode>> = {
    '/sign-up': <SignUpPage onNext={go} />,
    '/verify-otp': <VerifyPage onNext={go} />,
    '/forgot-password': <ForgotPage />,
    '/mailbox': <MailboxPage token={token} />,
  };
  const page = pages[path] ?? <SetPasswordPage token={token} />;
  createRoot(element).render(
    <StrictMode>
      <Suspense>{page}</Suspense>
    </StrictMode>,
  );
}
