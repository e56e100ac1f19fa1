import { createContext, type ReactNode, use, useCallback, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { AnyBoard } from '#analytics/contract/board.ts';
import { type Drillable, drillParameters, drillTo, EVENTS_PATH } from '#analytics/contract/drill.ts';
import type { BoardQueryInput, DimensionFilters } from '#analytics/contract/filters.ts';
import type { BoardPage } from '#analytics/contract/pages.ts';
import { provisionalFrom } from '#analytics/contract/prepare/answer.ts';
import type { BoardAnswer, Row } from '#analytics/contract/rows.ts';
import type { Widget } from '#analytics/contract/widget.ts';
import type { DateRange } from '#platform/contract/date-range.ts';
import { type Selection, useSelection } from '#platform/web/layout/selection.tsx';
import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { readWhere, toggled, writeWhere } from '../filters/where.ts';
import { boardParameters } from './question.ts';

export interface BoardState {
  board: AnyBoard;
  page: BoardPage;
  selection: Selection;
  where: DimensionFilters;
  /** Filters and, where they change together, days: one change of the address, so one step back. */
  setWhere: (where: DimensionFilters, days?: DateRange) => void;
  /** Filters the whole page by a value; again takes the filter away. */
  toggle: (name: DimensionName, value: string) => void;
  isChosen: (name: DimensionName, value: string) => boolean;
  /** Narrows the page to some days; the same days again lead back to what was before. */
  zoom: (range: DateRange) => void;
  parameters: BoardQueryInput;
  /** First day whose figures can still change. */
  provisional: string;
  /** The events behind a number; undefined where there are none. */
  eventsOf: (widget: Widget<string>, row: Row, measure?: Drillable) => string | undefined;
  /** Answers that came with the page, by widget: then nothing is asked for, and nothing leads anywhere. */
  given: Readonly<Record<string, BoardAnswer>> | undefined;
}

const Context = createContext<BoardState | null>(null);

export function useBoard(): BoardState {
  const state = use(Context);
  if (!state) throw new Error('useBoard belongs inside a board page');
  return state;
}

interface Props {
  board: AnyBoard;
  page: BoardPage;
  given?: BoardState['given'];
  children: ReactNode;
}

export function BoardProvider({ board, page, given, children }: Props) {
  const [params, setParams] = useSearchParams();
  const selection = useSelection();
  const zoom = useZoom(selection);
  const { pkg, range, compare } = selection;
  const where = useMemo(() => readWhere(params), [params]);

  const state = useMemo<BoardState>(() => {
    const setWhere: BoardState['setWhere'] = (next, days) =>
      setParams((current) => {
        const params = writeWhere(current, next);
        for (const [name, day] of Object.entries(days ?? {})) params.set(name, day);
        return params;
      });
    const base = { package_name: pkg.package_name, from: range.from, to: range.to, where };
    const asked = { board, packageName: pkg.package_name, range, where, compare };
    return {
      board,
      page,
      selection,
      where,
      setWhere,
      zoom: given ? nowhere : zoom,
      given,
      toggle: (name, value) => setWhere(toggled(where, name, value)),
      isChosen: (name, value) => where[name]?.includes(value) ?? false,
      parameters: boardParameters(asked),
      provisional: provisionalFrom(pkg.today, page.lockDays),
      eventsOf: (widget, row, measure = 'total') => {
        if (given || row[measure] === 0) return undefined;
        const target = drillTo(board, widget, row, base, measure);
        if (!target) return undefined;
        // The shell reads package and days under its own names.
        const shell = { package: target.package_name, from: target.fromDate, to: target.toDate };
        return `${EVENTS_PATH}?${new URLSearchParams([...Object.entries(shell), ...drillParameters(target)])}`;
      },
    };
  }, [board, page, given, selection, pkg, range, compare, where, setParams, zoom]);

  return <Context value={state}>{children}</Context>;
}

const nowhere = (): void => undefined;

const sameDays = (a: DateRange, b: DateRange): boolean => a.from === b.from && a.to === b.to;

/** Zooming is a step in the history of the browser, so leading back is going back; but only over a step made here. */
function useZoom({ range, chooseRange }: Selection): (to: DateRange) => void {
  const navigate = useNavigate();
  const zoomed = useRef<DateRange>(null);
  return useCallback(
    (to: DateRange) => {
      if (!sameDays(to, range)) {
        zoomed.current = to;
        chooseRange(to);
      } else if (zoomed.current && sameDays(to, zoomed.current)) {
        zoomed.current = null;
        void navigate(-1);
      }
    },
    [navigate, range, chooseRange],
  );
}
