import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import type { MenuPlace } from '#platform/contract/page.ts';
import type { Dataset } from './datasets.ts';
import type { Measures } from './measure.ts';
import { MEASURES, type VerdictMeasures } from './measures.ts';
import type { Widget } from './widget.ts';

/** One address of a board. `named` addresses load their widgets over the older calls of `legacy-paths.ts`. */
export interface BoardRoute {
  path: string;
  layout: 'cards' | 'tabular';
  calls: 'data' | 'named';
  /** Most recent days whose figures are provisional. */
  lockDays?: number;
}

/** Widgets over one dataset and the addresses that show them; API, SQL, page, cards, CSV and tests follow from it. */
export interface AnyBoard {
  id: string;
  title: string;
  dataset: Dataset;
  /** Base path of the calls: `{api}/{widget}` and `{api}/{widget}/download`. */
  api: string;
  /** Spellings of `dashboard_type` that mean this board; none for one the specification does not know. */
  types: readonly DashboardType[];
  /** Dashboard id: in names of downloaded files, and what answers and failures are kept under in the browser. */
  fileId: string;
  routes: readonly [BoardRoute, ...BoardRoute[]];
  historyMonths: number;
  menu: MenuPlace;
  widgets: readonly [Widget<string>, ...Widget<string>[]];
  /** Its widget that people come to take along as a file. */
  file?: string;
}

/** A board whose widgets ask for measures of its dataset. */
export interface Board<M extends Measures = VerdictMeasures> extends AnyBoard {
  dataset: Dataset<M>;
  widgets: readonly [Widget<keyof M & string>, ...Widget<keyof M & string>[]];
}

/** Whether the rows of a board have a verdict. */
export const isAboutVerdicts = (on: AnyBoard): on is Board => on.dataset.measures === MEASURES;

export const board = <M extends Measures>(b: Board<M>): Board<M> => b;

export const widgetOf = <B extends AnyBoard>(on: B, id: string): B['widgets'][number] => {
  const found = on.widgets.find((widget) => widget.id === id);
  if (!found) throw new RangeError(`Board ${on.id} has no widget ${id}`);
  return found;
};
