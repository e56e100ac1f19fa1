import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconOctagonMinus from '@tabler/icons-react/dist/esm/icons/IconOctagonMinus.mjs';
import { useTranslation } from 'react-i18next';
import type { Verdict as Name } from '#domains/hygiene/contract/terms.ts';
import styles from '../hygiene.module.css';

const ICONS = { safe: IconCircleCheck, review: IconAlertTriangle, unsafe: IconOctagonMinus } as const;

/** Colour, sign and word: any one of them is enough. */
export function Verdict({ verdict }: { verdict: Name }) {
  const { t } = useTranslation('hygiene');
  const Icon = ICONS[verdict];
  return (
    <span className={styles.mark} data-verdict={verdict}>
      <Icon size={16} aria-hidden />
      {t(`verdict_${verdict}`)}
    </span>
  );
}
