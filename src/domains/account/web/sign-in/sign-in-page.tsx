import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndCause } from '#platform/web/session/end-session.ts';
import { Entrance } from './entrance.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface Props {
  /** Why the last session ended, when it did not end by the person's own click. */
  endedBy?: EndCause | undefined;
  onSignedIn: () => Promise<void>;
  /** A word above the form from elsewhere in the product. */
  hint?: ReactNode;
}

export function SignInPage({ endedBy, onSignedIn, hint }: Props) {
  const { t } = useTranslation('signin');
  const notice = endedBy && endedBy !== 'signed-out' ? t(`ended_${endedBy}`) : undefined;
  return (
    <Entrance title={t('title')} lead={t('lead')} notice={notice}>
      {hint}
      <SignInForm onSignedIn={onSignedIn} />
    </Entrance>
  );
}
