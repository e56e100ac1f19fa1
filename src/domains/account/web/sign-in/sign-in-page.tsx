import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInAnswer } from '#domains/account/contract/endpoints.ts';
import type { EndCause } from '#platform/web/session/end-session.ts';
import { saveSession } from '#platform/web/session/session.ts';
import { Entrance } from './entrance.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

// Most people never see it; the form must not wait for it.
const SecondFactor = lazy(() =>
  import('../second-factor/second-factor.tsx').then((m) => ({ default: m.SecondFactor })),
);

interface Props {
  /** Why the last session ended, when it did not end by the person's own click. */
  endedBy?: EndCause | undefined;
  /** What became of a one-time login code in the address, when it did not open a session. */
  arrival?: SignInAnswer | 'refused' | undefined;
  onSignedIn: () => Promise<void>;
  /** A word above the form from elsewhere in the product. */
  hint?: ReactNode;
}

export function SignInPage({ endedBy, arrival, onSignedIn, hint }: Props) {
  const { t } = useTranslation('signin');
  const [waiting, setWaiting] = useState(arrival === 'refused' ? undefined : arrival);

  const onAnswer = async (answer: SignInAnswer): Promise<void> => {
    if (answer.two_factor) return setWaiting(answer);
    if (!answer.user) throw new Error('Signed in as nobody');
    saveSession(answer.token, answer.user);
    await onSignedIn();
  };

  if (waiting?.two_factor)
    return (
      <Suspense>
        <SecondFactor
          token={waiting.token}
          method={waiting.two_factor}
          onAnswer={onAnswer}
          onBack={() => setWaiting(undefined)}
        />
      </Suspense>
    );
  const ended = endedBy && endedBy !== 'signed-out' ? t(`ended_${endedBy}`) : undefined;
  return (
    <Entrance title={t('title')} lead={t('lead')} notice={arrival === 'refused' ? t('bad_link') : ended}>
      {hint}
      <SignInForm onAnswer={onAnswer} />
      <div className={styles.ways}>
        <a href="/forgot-password">{t('forgot')}</a>
        <span>
          {t('no_account')} <a href="/sign-up">{t('sign_up')}</a>
        </span>
      </div>
    </Entrance>
  );
}
