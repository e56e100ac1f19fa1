import type { Format } from '#platform/contract/format.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { DIMENSIONS, type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { UNSAFE_TOPICS } from '#traffic/event/contract/unsafe-topics.ts';
import { type Base, isOfBase } from './base.ts';
import type { Measures } from './measure.ts';
import { MEASURES } from './measures.ts';
import { tonesIn } from './prepare/parts.ts';
import type { Row } from './rows.ts';
import type { Widget } from './widget.ts';

type Based = Pick<Widget<string>, 'base'>;

export interface Words {
  dimension: (name: DimensionName) => string;
  /** A value of a dimension as people call it. */
  value: (name: DimensionName, key: string) => string;
  /**
   * A measure of the dataset; of those with verdicts where none is named. In a widget that looks at some events only it
   * is called after them.
   */
  measure: (name: string, all?: Measures, widget?: Based) => string;
  measureMeaning: (name: string, all?: Measures, widget?: Based) => string;
  title: (widget: Widget<string>) => string;
  /** What the card counts. */
  meaning: (widget: Widget<string>) => string;
  row: (widget: Widget<string>, row: Row) => string;
}

function baseOf(name: string, all: Measures, { base }: Based): Base | undefined {
  const { [name]: measure } = all;
  return measure && base && isOfBase(name, measure) ? base : undefined;
}

const OF_RULE = 'rule: ';
const GROUP_LABELS: Readonly<Record<string, string>> = REASON_GROUPS;
const TOPIC_LABELS: Readonly<Record<string, { label: string }>> = UNSAFE_TOPICS;
const REASON_LABELS: Readonly<Record<string, { label: string }>> = REASONS;

/** Names of the declared things in the reader's language; what has no text keeps its declared English. */
export function wordsOf(t: Translate, format: Pick<Format, 'country'>): Words {
  const dimension = (name: DimensionName): string =>
    t(`fields:dimension.${name}`, { defaultValue: DIMENSIONS[name].label });
  const reason = (key: string) => t(`fields:reason.${key}`, { defaultValue: REASON_LABELS[key]?.label ?? key });
  const named: Partial<Record<DimensionName, (key: string) => string>> = {
    country: (key) => format.country(key),
    ip_class: (key) => t(`fields:ip_class.${key}`, { defaultValue: key }),
    verdict: (key) => t(`ui:verdict_${key}`, { defaultValue: key }),
    safety: (key) => t(`fields:safety.${key}`, { defaultValue: key }),
    unsafe_topic: (key) => t(`fields:topic.${key}`, { defaultValue: TOPIC_LABELS[key]?.label ?? key }),
    reason_group: (key) => t(`fields:group.${key}`, { defaultValue: GROUP_LABELS[key] ?? key }),
    reason,
    payment: (key) => t(`fields:payment.${key}`, { defaultValue: key }),
    handling: (key) => t(`fields:handling.${key}`, { defaultValue: key }),
    // A check is a rule that people wrote, one of ours, or the reason of a verdict.
    handling_reason: (key) =>
      key.startsWith(OF_RULE)
        ? t('fields:check_of_rule', { name: key.slice(OF_RULE.length) })
        : t(`fields:check.${key}`, { defaultValue: reason(key) }),
  };
  const nothing = (name: DimensionName) => t(name === 'handling_reason' ? 'fields:check_none' : 'board:not_reported');
  const value = (name: DimensionName, key: string): string =>
    key === '' || key === NOT_REPORTED ? nothing(name) : (named[name]?.(key) ?? key);
  return {
    dimension,
    value,
    measure: (name, all = MEASURES, widget = {}) => {
      const label = t(`fields:measure.${name}`, { defaultValue: all[name]?.label ?? name });
      const base = baseOf(name, all, widget);
      if (!base) return label;
      return name === 'total'
        ? t(`fields:base.${base}`)
        : t('fields:measure_of', { measure: label, base: t(`fields:base_of.${base}`) });
    },
    measureMeaning: (name, all = MEASURES, widget = {}) => {
      const meaning = t(`fields:meaning.${name}`, { defaultValue: all[name]?.description ?? '' });
      const base = baseOf(name, all, widget);
      if (!base) return meaning;
      const ofBase = t(`fields:base_meaning.${base}`);
      return name === 'total' ? ofBase : t('fields:meaning_of', { meaning, base: ofBase });
    },
    title: (widget) => t(`fields:widget.${widget.title}`, { defaultValue: widget.title }),
    meaning: (widget) => {
      const of = widget.by ? dimension(widget.by) : '';
      const isCounted = widget.grain !== undefined && !widget.by && tonesIn(widget.measures).length === 0;
      const about = t(`board:about_${widget.cumulative ? 'cumulative' : isCounted ? 'counted' : widget.shape}`, {
        dimension: of,
      });
      if (widget.standing?.safety) return `${about} ${t('board:about_unsafe')}`;
      return widget.standing?.verdict ? `${about} ${t('board:about_flagged')}` : about;
    },
    row: ({ by, underPublisher }, row) => {
      const name = by ? value(by, row.key) : row.name;
      return underPublisher && row.publisher !== undefined ? `${value('publisher', row.publisher)} › ${name}` : name;
    },
  };
}
