import { Button, Group, Skeleton } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form-card.module.css';

interface Props {
  /** Words on the button that saves. */
  submit: string;
  busy: boolean;
  failure?: string | undefined;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
  /** What has to be known before the button is pressed (again): above it, and in view when it comes. */
  before?: ReactNode;
  /** Beside the buttons. */
  more?: ReactNode;
  /** Around it: a card of a page, a wide one, or nothing where it already stands in a panel. */
  frame?: 'card' | 'wide' | 'none';
}

/**
 * A form of administration: fields, then what went wrong, then Save and Cancel. A fault stands beside the button that was
 * pressed: above the fields of a long form nobody would see it, and press again. One of a field stands at it, so the first
 * of those is gone to.
 */
export function FormCard({ submit, busy, failure, onSubmit, onCancel, children, before, more, frame = 'card' }: Props) {
  const { t } = useTranslation('ui');
  const end = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(0);
  const warns = Boolean(before);
  // Once it was sent, and again once the server has answered: not while somebody types.
  useEffect(() => {
    if (sent > 0 && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sent, busy]);
  useEffect(() => {
    if (failure !== undefined || warns) end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [failure, warns]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setSent((before) => before + 1);
    onSubmit();
  };
  return (
    <form ref={form} className={styles.card} onSubmit={send} noValidate aria-busy={busy} data-frame={frame}>
      {children}
      <div ref={end} className={styles.end}>
        {failure !== undefined && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        {before}
        <Group gap="xs" mt="xs">
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          {more}
        </Group>
      </div>
    </form>
  );
}

/** Two short fields beside each other, below each other on a phone. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;

/** The shape of a form while its values are on their way. */
export const FormSkeleton = () => (
  <div className={styles.card} aria-busy="true">
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} height={56} />
    ))}
  </div>
);
