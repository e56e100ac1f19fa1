import { type AlertSettings, alertSettings } from '#domains/alerts/contract/alert.ts';
import type { AlertView } from '#domains/alerts/contract/endpoints.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';

type Typed = number | string;

/** Numbers as they are typed; an empty one is a fault, not a zero. */
export interface AlertDraft extends Omit<AlertSettings, 'limit' | 'window' | 'least' | 'cool_down' | 'quiet'> {
  limit: Typed;
  length: Typed;
  unit: AlertSettings['window']['unit'];
  least: Typed;
  cool_down: Typed;
  quiet_from: Typed;
  quiet_to: Typed;
}

/** The share of fraud against the same weekday: what most look for first. */
export const newDraft = (): AlertDraft => ({
  name: '',
  metric: 'fraud_percentage',
  comparison: 'weekday',
  direction: 'above',
  limit: 4,
  length: 1,
  unit: 'day',
  each: 'publisher',
  least: 100,
  filters: {},
  condition: null,
  cool_down: 24,
  quiet_from: '',
  quiet_to: '',
  severity: 'medium',
  recipients: [],
  hooks: [],
  active: true,
});

export const draftOf = (alert: AlertView): AlertDraft => ({
  name: alert.name,
  metric: alert.metric,
  comparison: alert.comparison,
  direction: alert.direction,
  limit: alert.limit,
  length: alert.window.length,
  unit: alert.window.unit,
  each: alert.each,
  least: alert.least,
  filters: alert.filters,
  condition: alert.condition,
  cool_down: alert.cool_down,
  quiet_from: alert.quiet?.from ?? '',
  quiet_to: alert.quiet?.to ?? '',
  severity: alert.severity,
  recipients: alert.recipients,
  hooks: alert.hooks,
  active: alert.active,
});

const number = (typed: Typed): number | undefined => (typed === '' ? undefined : Number(typed));

function raw({ length, unit, quiet_from, quiet_to, ...draft }: AlertDraft) {
  const quiet = quiet_from === '' && quiet_to === '' ? null : { from: number(quiet_from), to: number(quiet_to) };
  return {
    ...draft,
    limit: number(draft.limit),
    least: number(draft.least),
    cool_down: number(draft.cool_down),
    window: { unit, length: number(length) },
    quiet,
    hooks: draft.hooks.map((hook) => ({ ...hook, url: hook.url.trim() })),
  };
}

/** Of a draft without faults. */
export const settingsOf = (draft: AlertDraft): AlertSettings => alertSettings.parse(raw(draft));

export const faultsOf = (draft: AlertDraft): Partial<Record<string, string>> => schemaFaults(alertSettings, raw(draft));
