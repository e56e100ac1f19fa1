import { intervalText } from '#platform/contract/rate.ts';
import { isCounted, isDerived, isPart, rateIn } from '../../contract/measure.ts';
import { isHidden, moneyText, riskBesideRate } from '../../contract/prepare/columns.ts';
import { rateOf, shareIn } from '../../contract/prepare/parts.ts';
import { sumRows } from '../../contract/prepare/sum-rows.ts';
import { type Column, columnsIn, numberIn, type Row } from '../../contract/rows.ts';
import type { Answered, MakeCard, PaperTools } from './tools.ts';

/** Rows of a table that is no table of sources by pages: a top list, days. */
const MOST_ROWS = 40;

/** The rows of a widget with the columns that a screen shows at first. */
export const tableCard: MakeCard = (answered, tools) => {
  const { widget, rows, total, question } = answered;
  const { t, format, words } = tools;
  const all = question.board.dataset.measures;
  const columns = riskBesideRate(
    columnsIn<string>(all, widget)
      .filter(({ field }) => !isHidden(field, widget))
      .map((column) => ({ ...column, id: column.field })),
    rateIn(all),
  );
  const shown = rows.slice(0, MOST_ROWS);
  const sum = shown.length > 1 && !widget.cumulative ? sumRows(shown, all) : undefined;
  const isWhole = shown.length === total;
  return {
    kind: 'table',
    title: words.title(widget),
    columns: columns.map(({ field, unit }) => ({
      label: unit ? words.measure(field, all, widget) : headOf(field, answered, tools),
      right: unit !== undefined && unit !== 'yes/no',
    })),
    rows: shown.map((row) => columns.map((column) => cellText(row, column, answered, tools))),
    total:
      sum &&
      columns.map((column, at) =>
        at === 0 ? t(isWhole ? 'ui:total' : 'ui:total_shown') : totalText(sum, shown, column, answered, tools),
      ),
    more: isWhole
      ? undefined
      : t('board:pdf_more', { shown: format.number(shown.length), total: format.number(total) }),
  };
};

function headOf(field: string, { widget }: Answered, { t, words }: PaperTools): string {
  if (field === 'name') return widget.by ? words.dimension(widget.by) : '';
  return field === 'publisher' ? words.dimension('publisher') : t(`board:grain_${field}`);
}

function cellText(row: Row, { field, unit }: Column<string>, answered: Answered, tools: PaperTools): string {
  const { t, format, words } = tools;
  const { widget, question } = answered;
  if (field === 'name' && widget.by) return words.value(widget.by, row.key);
  if (field === 'publisher') return words.value('publisher', row.publisher ?? '');
  if (unit === undefined) return String(row[field] ?? '');
  if (unit === 'yes/no') return t(row[field] === true ? 'board:yes' : 'board:no');
  if (unit === 'money') return moneyText(row, field, { format, currency: question.info.currency });
  return unit === 'percent' ? shareText(row, field, answered, tools) : format.number(numberIn(row, field));
}

function shareText(row: Row, field: string, { question }: Answered, { t, format }: PaperTools): string {
  const all = question.board.dataset.measures;
  if (!all[field]?.interval && field !== rateIn(all)) return format.percent(shareIn(row, all, field));
  const rate = rateOf(row, all, field);
  if (rate === null) return t('ui:too_few');
  return [format.percent(rate.share), intervalText(rate, t, format) ?? ''].join(' ').trim();
}

/** What the rows make together; nothing of what cannot be added. */
function totalText(
  sum: Row,
  rows: readonly Row[],
  column: Column<string>,
  answered: Answered,
  tools: PaperTools,
): string {
  const { field, unit } = column;
  const measure = answered.question.board.dataset.measures[field];
  if (!measure || unit === undefined || unit === 'yes/no') return '';
  if (isPart(measure))
    return tools.format.percent(rows.reduce((all, row) => all + (numberIn(row, field) ?? 0), 0) / 100);
  if (!isDerived(measure) && !(isCounted(measure) && measure.adds)) return '';
  return cellText(sum, column, answered, tools);
}
