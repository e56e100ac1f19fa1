import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../charts/sparkline.tsx';
import { useFormat } from '../i18n/format.ts';
import { Link } from '../layout/link.tsx';
import { Definition } from './definition.tsx';
import styles from './figure.module.css';

export interface FigureProps {
  label: string;
  definition?: string | undefined;
  /** Already formatted; the exact number goes to `exact`. */
  value: ReactNode;
  exact?: string | undefined;
  /** A line under the value: interval, share, base. */
  detail?: ReactNode;
  /** Relative change to the compared period, 0..1; null when there is no base. */
  change?: number | null | undefined;
  /** The value is a share: `change` is the difference of both, told in percentage points. */
  inPoints?: boolean | undefined;
  /** What the change is measured against, in words. */
  against?: string | undefined;
  /** Whether more is better (clean), worse (fraud), or neither. */
  good?: 'up' | 'down' | 'neither' | undefined;
  trend?: readonly (number | null)[] | undefined;
  /** Place in the trend from which on it is not final. */
  openFrom?: number | undefined;
  tone?: 'clean' | 'suspect' | 'fraud' | 'accent';
  /** The rows behind the number. */
  href?: string | undefined;
  loading?: boolean;
  /** Nothing stands below the number in any tile of its row. */
  bare?: boolean;
}

const toneOf = (change: number, good: FigureProps['good']): 'good' | 'bad' | 'plain' => {
  if (good === undefined || good === 'neither' || Math.abs(change) < 0.0005) return 'plain';
  return change > 0 === (good === 'up') ? 'good' : 'bad';
};

function Change({
  change,
  inPoints,
  against,
  good,
}: Pick<FigureProps, 'against' | 'good' | 'inPoints'> & { change: number | null }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (change === null) return <span className={styles.change}>{t('no_base')}</span>;
  const Arrow = Math.abs(change) < 0.0005 ? IconMinus : change > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={styles.change} data-tone={toneOf(change, good)} title={against}>
      <Arrow size={14} aria-hidden />
      {inPoints ? t('points_short', { value: format.points(change) }) : format.change(change)}
      {against && <span className="visually-hidden"> {against}</span>}
    </span>
  );
}

/** A number tile: value first, then its change, its line and its meaning. */
export function Figure(props: FigureProps) {
  const { label, definition, value, exact, detail, change, trend, tone = 'accent', href, loading, bare } = props;
  const look = bare ? { 'data-bare': true } : {};
  if (loading)
    return <div className={styles.figure} role="status" aria-label={label} aria-busy="true" data-loading {...look} />;
  const number = (
    <span className={styles.value} title={exact}>
      {value}
    </span>
  );
  return (
    <section className={styles.figure} aria-label={label} data-tone={tone} {...look}>
      <header className={styles.label}>
        {label}
        {definition && <Definition text={definition} of={label} />}
      </header>
      {href ? (
        <Link to={href} className={styles.link}>
          {number}
        </Link>
      ) : (
        number
      )}
      <span className={styles.detail} {...(typeof detail === 'string' ? { title: detail } : {})}>
        {detail}
      </span>
      {!bare && (
        <div className={styles.row}>
          {change !== undefined && (
            <Change change={change} inPoints={props.inPoints} against={props.against} good={props.good} />
          )}
          {trend && trend.length > 1 && <Sparkline values={trend} openFrom={props.openFrom} tone={tone} />}
        </div>
      )}
    </section>
  );
}
