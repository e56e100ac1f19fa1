import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './top-dialog.module.css';

interface Props {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A dialog of the browser itself: above everything, what lies below is inert, Escape closes it. It is there only while
 * it is open, and gives the focus back to what had it.
 */
export function TopDialog({ label, className, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onOutside = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // The backdrop is a part of the dialog; for keys there is Escape.
    <dialog
      ref={dialog}
      aria-label={label}
      className={`${styles.dialog} ${className}`}
      onMouseDown={onOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A drawer below would take the same Escape for itself.
      data-mantine-stop-propagation="true"
    >
      <div className={styles.inside}>{children}</div>
    </dialog>
  );
}
