import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useState } from 'react';
import styles from './ui.module.css';

const SHOWN_MS = 1500;

/** Copies a text; the tick is the whole confirmation. */
export function CopyButton({
  value,
  label,
  className,
}: {
  value: string;
  label: string;
  className?: string | undefined;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={`${styles.iconButton} ${className ?? ''}`}
      onClick={copy}
      aria-label={label}
      title={label}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
