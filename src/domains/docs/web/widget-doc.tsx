import { useTranslation } from 'react-i18next';
import { type AnyBoard, isAboutVerdicts } from '#analytics/contract/board.ts';
import { BOARD_CALLS, widgetEndpoint } from '#analytics/contract/endpoints.ts';
import { columnsIn } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import { useWords } from '#analytics/web/words.ts';
import { csvNameOf } from '#domains/docs/contract/csv-name.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { DIMENSIONS, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import styles from './docs.module.css';
import { Facts } from './term.tsx';
import { useDocLink } from './use-here.ts';

interface Props {
  board: AnyBoard;
  widget: Widget<string>;
  here: boolean;
}

/** Older spellings of a widget's call. */
const olderPaths = (board: AnyBoard, widget: Widget<string>): string[] =>
  BOARD_CALLS.filter(
    (call) => call.endpoint.deprecated && call.widget.id === widget.id && call.boards.some((on) => on.id === board.id),
  ).map((call) => call.endpoint.path);

/** One card of a board: what it shows, where its file and its call are. */
export function WidgetDoc({ board, widget, here }: Props) {
  const { t } = useTranslation('docs');
  const words = useWords();
  const link = useDocLink();
  const older = olderPaths(board, widget);
  const all = board.dataset.measures;
  return (
    <article
      id={widget.id}
      className={styles.entry}
      data-here={here || undefined}
      tabIndex={-1}
      aria-label={words.title(widget)}
    >
      <h3>
        {words.title(widget)} <span className={styles.kind}>{t(`shape_${widget.shape}`)}</span>
      </h3>
      <p>{words.meaning(widget)}</p>
      <Facts
        rows={[
          [
            t('measures'),
            widget.measures.map((name) => (
              <span key={name} className={styles.line}>
                {isAboutVerdicts(board) ? (
                  <Link to={link('/docs/measures', { at: name })}>{words.measure(name, all, widget)}</Link>
                ) : (
                  <strong>{words.measure(name, all, widget)}</strong>
                )}{' '}
                {words.measureMeaning(name, all, widget)}
              </span>
            )),
          ],
          [t('dimension'), widget.by && <DimensionLink name={widget.by} />],
          [t('grain'), widget.grain && t(`grain_${widget.grain}`)],
          [t('standing'), widget.standing && <Standing widget={widget} />],
          [t(`limit_${widget.shape}`), widget.limit],
          [t('csv_file'), <code key="csv">{csvNameOf(board)}</code>],
          [
            t('call'),
            <Link key="call" to={link('/docs/api', { q: widgetEndpoint(board, widget).path })}>
              <code>{`GET ${widgetEndpoint(board, widget).path}`}</code>
            </Link>,
          ],
          [t('older_calls'), older.length > 0 && <code>{older.join(', ')}</code>],
        ]}
      />
      <Columns board={board} widget={widget} />
    </article>
  );
}

function DimensionLink({ name }: { name: DimensionName }) {
  const words = useWords();
  const link = useDocLink();
  return <Link to={link('/docs/filters', { at: name })}>{words.dimension(name)}</Link>;
}

/** Conditions that always hold on the card. */
function Standing({ widget }: { widget: Widget<string> }) {
  const words = useWords();
  const standing = widget.standing ?? {};
  const names = (Object.keys(DIMENSIONS) as DimensionName[]).filter((name) => standing[name] !== undefined);
  return names.map((name) => (
    <span key={name} className={styles.line}>
      {`${words.dimension(name)}: ${(standing[name] ?? []).map((value) => words.value(name, value)).join(', ')}`}
    </span>
  ));
}

/** Columns of the card's table and of its file. */
function Columns({ board, widget }: { board: AnyBoard; widget: Widget<string> }) {
  const all = board.dataset.measures;
  const { t } = useTranslation('docs');
  const words = useWords();
  return (
    <details className={styles.more}>
      <summary>{t('columns')}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('code')}</th>
              <th scope="col">{t('unit')}</th>
              <th scope="col">{t('meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {columnsIn<string>(all, widget).map((column) => {
              const isMeasure = all[column.field] !== undefined;
              return (
                <tr key={column.field}>
                  <th scope="row">{isMeasure ? words.measure(column.field, all, widget) : column.label}</th>
                  <td>
                    <code>{column.field}</code>
                  </td>
                  <td>{column.unit && t(`unit_${column.unit}`)}</td>
                  <td>{isMeasure ? words.measureMeaning(column.field, all, widget) : column.description}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </details>
  );
}
