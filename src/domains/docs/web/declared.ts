import { useTranslation } from 'react-i18next';
import type { AnyBoard } from '#analytics/contract/board.ts';
import { PARAMETER_ALIASES } from '#analytics/contract/filters.ts';
import { MEASURES, type MeasureName } from '#analytics/contract/measures.ts';
import { DIMENSIONS, type DimensionName } from '#traffic/event/contract/dimensions.ts';
import { useNames } from '#traffic/event/web/names.ts';

export const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];

/** Further names of a dimension in addresses and calls. */
export const aliasesOf = (name: DimensionName): string[] =>
  Object.entries(PARAMETER_ALIASES).flatMap(([alias, dimension]) => (dimension === name ? [alias] : []));

/** The meaning of a dimension; computed ones have no column whose meaning they could share. */
export function useDimensionMeaning(): (name: DimensionName) => string {
  const { t } = useTranslation('docs');
  const names = useNames();
  return (name) => t(`dimension_${name}`, { defaultValue: names.about(name) || DIMENSIONS[name].description });
}

/** Boards of web and app share titles; the platform tells them apart. */
export function useBoardName(): (board: AnyBoard) => string {
  const { t } = useTranslation('pages');
  return (board) => `${t(board.dataset.platform === 'web' ? 'Web' : 'App')} · ${t(board.title)}`;
}
