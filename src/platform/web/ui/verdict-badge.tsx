import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconOctagonMinus from '@tabler/icons-react/dist/esm/icons/IconOctagonMinus.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import { useTranslation } from 'react-i18next';
import styles from './ui.module.css';

export const VERDICTS = ['clean', 'suspect', 'fraud', 'filtered'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const isVerdict = (value: unknown): value is Verdict => VERDICTS.some((v) => v === value);

const ICONS = {
  clean: IconCircleCheck,
  suspect: IconAlertTriangle,
  fraud: IconOctagonMinus,
  filtered: IconRobot,
} as const;

/** Colour, icon, word and pattern: any one of them is enough to tell them apart. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation('ui');
  const Icon = ICONS[verdict];
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <Icon size={14} aria-hidden />
      {t(`verdict_${verdict}`)}
    </span>
  );
}
