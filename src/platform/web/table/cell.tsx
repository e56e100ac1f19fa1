import type { ReactNode } from 'react';
import { type Format, NOTHING } from '#platform/contract/format.ts';
import { READER_ZONE, utcOf } from '../i18n/reader-zone.ts';
import { Link } from '../layout/link.tsx';
import { isVerdict, VerdictBadge } from '../ui/verdict-badge.tsx';
import { type Column, type ColumnKind, cellValue, currencyOf, type Row } from './column.ts';
import { MiddleCut } from './middle-cut.tsx';
import styles from './table.module.css';

interface Drawn {
  value: unknown;
  format: Format;
  currency: string;
  timeZone: string | undefined;
  tone: NonNullable<Column['tone']>;
  /** Largest value of the column, for bars. */
  maximum: number;
}

const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = ({ value }: Drawn): ReactNode => <MiddleCut text={String(value)} />;

function Rate({ value, tone, format, maximum }: Drawn) {
  const share = asNumber(value);
  const width = share !== null && maximum > 0 ? Math.max(0, Math.min(1, share / maximum)) : 0;
  return (
    <span className={styles.rate}>
      <span className={styles.bar} data-tone={tone} style={{ width: `${width * 100}%` }} />
      <span className={styles.onBar}>{format.percent(share)}</span>
    </span>
  );
}

const DRAW: { [K in ColumnKind]: (drawn: Drawn) => ReactNode } = {
  text,
  link: text,
  number: ({ value, format }) => format.number(asNumber(value)),
  percent: Rate,
  money: ({ value, currency, format }) => format.money(asNumber(value), currency),
  // YYYY-MM-DD in every language: columns of days stay comparable and paste into other programs (CONST-09).
  date: ({ value }) => String(value).slice(0, 10),
  datetime: ({ value, timeZone, format }) =>
    timeZone === undefined ? (
      <time dateTime={String(value)} title={utcOf(String(value), format)}>
        {format.dateTime(String(value), READER_ZONE)}
      </time>
    ) : (
      format.dateTime(String(value), timeZone)
    ),
  verdict: ({ value }) => (isVerdict(value) ? <VerdictBadge verdict={value} /> : String(value)),
};

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

interface Props<R extends Row> {
  column: Column<R>;
  row: R;
  format: Format;
  /** Largest value of the column; bars are drawn against it. */
  maximum: number;
}

/** A value as cells of the column are drawn. */
export function drawn<R extends Row>({ column, row, format, maximum }: Props<R>, value: unknown): ReactNode {
  const { kind, tone = 'neutral', timeZone } = column;
  return DRAW[kind]({ value, format, maximum, tone, timeZone, currency: currencyOf(column, row) });
}

export function Cell<R extends Row>(props: Props<R>) {
  const { column, row } = props;
  if (column.render) return column.render(row);
  const value = cellValue(column, row);
  if (isNothing(value)) return <span className={styles.nothing}>{column.nothing ?? NOTHING}</span>;
  const shown = drawn(props, value);
  const href = column.href?.(row);
  return href === undefined ? (
    shown
  ) : (
    <Link to={href} className={styles.link}>
      {shown}
    </Link>
  );
}
