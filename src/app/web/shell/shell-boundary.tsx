import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Aside } from './aside.tsx';
import { Footer } from './footer.tsx';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';

/** Menu or packages that could not be asked for: the frame stands, says why, and asks again. */
export function ShellBoundary({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Boundary onRetry={reset}>{children}</Boundary>;
}

interface Props {
  onRetry: () => void;
  children: ReactNode;
}

class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error }: { error: unknown } = this.state;
    if (error === undefined) return this.props.children;
    // What broke otherwise is no matter of asking again.
    if (!(error instanceof ApiError)) throw error;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return <Unreached error={error} onRetry={retry} />;
  }
}

function Unreached({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <Aside />
      <div className={styles.column}>
        <header className={styles.top}>
          <h1 className={styles.title}>Adsieve</h1>
          <div className={styles.controls} />
          <PersonMenu />
        </header>
        <main id="content" className={styles.main} tabIndex={-1}>
          <ErrorState error={error} onRetry={onRetry} />
        </main>
        <Footer />
      </div>
    </div>
  );
}
