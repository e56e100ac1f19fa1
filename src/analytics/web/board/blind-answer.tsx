import { useTranslation } from 'react-i18next';
import { rateOf } from '#analytics/contract/prepare/parts.ts';
import { numberIn, type Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useInterval } from '#platform/web/ui/percent.tsx';
import styles from './board.module.css';
import { useBoard } from './board-state.tsx';
import { linked } from './linked.tsx';
import { useWidget } from './use-widget.ts';

/**
 * What a board says in one sentence whose dataset counts what it is blind to: how much of what it knows is unsafe, and
 * how much it knows nothing of. Where that is everything, what would make it see.
 */
export function BlindAnswer({ figures }: { figures: Widget<string> }) {
  const { board, eventsOf } = useBoard();
  const totals = useWidget(figures);
  const textOf = useBlindText();
  const blind = figures.measures.find((name) => board.dataset.measures[name]?.blind);
  const [row] = totals.rows;
  if (!blind || totals.state === 'error') return null;
  if (!row) return <p className={styles.answer} data-loading aria-hidden />;
  return (
    <p className={styles.answer} data-stale={totals.state === 'stale' || undefined}>
      {linked(textOf(row, blind), {
        unsafe: eventsOf(figures, row, 'unsafe'),
        total: eventsOf(figures, row, 'total'),
        blind: eventsOf(figures, row, 'unrated'),
      })}
    </p>
  );
}

function useBlindText(): (row: Row, blind: string) => string {
  const { t } = useTranslation('board');
  const format = useFormat();
  const interval = useInterval();
  const { board, where } = useBoard();
  return (row, blind) => {
    const count = (name: string): number => numberIn(row, name) ?? 0;
    const [total, unseen] = [count('total'), count(blind)];
    const said = { total: format.number(total), blind: format.number(unseen), unsafe: format.number(count('unsafe')) };
    const noun = t(`many_${board.dataset.id}`, { defaultValue: board.dataset.noun });
    if (total === 0)
      return `${t(Object.keys(where).length > 0 ? 'answer_filtered' : 'answer_nothing', { noun })}${t('answer_end')}`;
    if (unseen === total) return t('blind_all', { ...said, noun });
    const rate = rateOf(row, board.dataset.measures);
    const known = { ...said, known: format.number(total - unseen), noun };
    const head = rate
      ? t('safety_share', { ...known, share: format.percent(rate.share), interval: interval(rate) })
      : t('safety_few', known);
    return `${head}${unseen > 0 ? t('blind_part', said) : ''}${t('answer_end')}`;
  };
}
