import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { Logo } from '#platform/web/ui/logo.tsx';
import { AdministratorForm } from './administrator-form.tsx';
import { FirstFile } from './first-file.tsx';
import styles from './setup.module.css';

const STEPS = ['administrator', 'package', 'file'] as const;
type Step = (typeof STEPS)[number];

/** `open`: the link can still be used; `done`: an administrator exists; `no_link`: the address lacks its token. */
export type SetupState = 'open' | 'signed_in' | 'done' | 'no_link';

interface Props {
  state: SetupState;
  token: string;
  /** Belongs to another part of the product; the composition hands it in. */
  PackageForm: ComponentType<{ onCreated: (made: PackageInfo) => void }>;
  /** Opens the product at a path. */
  onLeave: (path: string) => void;
}

/** First run: administrator, first package, first file. */
export function SetupPage({ state, token, PackageForm, onLeave }: Props) {
  const { t } = useTranslation('setup');
  const [step, setStep] = useState<Step>(state === 'signed_in' ? 'package' : 'administrator');
  const [made, setMade] = useState<PackageInfo>();
  const heading = useRef<HTMLHeadingElement>(null);
  const usable = state === 'open' || state === 'signed_in';
  useEffect(() => {
    document.title = `${t('title')} · Adsieve`;
  }, [t]);
  const go = (next: Step): void => {
    setStep(next);
    // The new step is read out from its beginning.
    requestAnimationFrame(() => heading.current?.focus());
  };

  return (
    <div className={styles.page}>
      <section className={styles.stage}>
        <p className={styles.brand}>
          <Logo size={30} />
          Adsieve
        </p>
        <div>
          <p className={styles.claim}>{t('welcome')}</p>
          <ol className={styles.steps}>
            {STEPS.map((each, index) => (
              <li
                key={each}
                aria-current={usable && each === step ? 'step' : undefined}
                data-done={STEPS.indexOf(step) > index || undefined}
              >
                <span className={styles.number}>{STEPS.indexOf(step) > index ? '✓' : index + 1}</span>
                <span>
                  <strong>{t(`step_${each}`)}</strong>
                  <small>{t(`step_${each}_detail`)}</small>
                </span>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <main className={styles.side}>
        <div className={styles.box}>
          {usable ? (
            <>
              <p className={styles.progress}>{t('step_of', { n: STEPS.indexOf(step) + 1, of: STEPS.length })}</p>
              <h1 ref={heading} tabIndex={-1}>
                {t(`head_${step}`, { name: made?.package_title ?? '' })}
              </h1>
              <p className={styles.lead}>{t(`lead_${step}`)}</p>
              {step === 'administrator' && <AdministratorForm token={token} onCreated={() => go('package')} />}
              {step === 'package' && (
                <PackageForm
                  onCreated={(created) => {
                    setMade(created);
                    go('file');
                  }}
                />
              )}
              {step === 'file' && made && <FirstFile packageName={made.package_name} onLeave={onLeave} />}
            </>
          ) : (
            <Unusable state={state} />
          )}
        </div>
        <LanguageChoice />
      </main>
    </div>
  );
}

function Unusable({ state }: { state: SetupState }) {
  const { t } = useTranslation('setup');
  return (
    <>
      <h1>{t(`${state}_title`)}</h1>
      <p className={styles.lead}>{t(`${state}_detail`)}</p>
      <a href="/">{t('to_sign_in')}</a>
    </>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('setup');
  return (
    <footer className={styles.foot}>
      <label htmlFor="language">
        <span className="visually-hidden">{t('language')}</span>
        <LanguageSelect id="language" />
      </label>
    </footer>
  );
}
