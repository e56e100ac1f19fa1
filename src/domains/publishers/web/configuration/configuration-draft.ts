import {
  ACTIONS,
  type ConfigurationView,
  configurationBody,
  type NewConfiguration,
  type VariationView,
} from '#domains/publishers/contract/configuration-endpoints.ts';
import { type DashboardType, isDashboardType } from '#platform/contract/dashboard-types.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';

export interface ConfigurationDraft {
  publisher: string;
  dashboard_type: DashboardType | null;
  configuration_name: string;
  fraud_category: string | null;
  fraud_sub_category: string | null;
  variation: string | null;
  /** As typed; empty: the limit of the package. */
  threshold: number | string;
  action: (typeof ACTIONS)[number];
  active: boolean;
}

export const emptyDraft = (publisher: string): ConfigurationDraft => ({
  publisher,
  dashboard_type: null,
  configuration_name: '',
  fraud_category: null,
  fraud_sub_category: null,
  variation: null,
  threshold: '',
  action: 'flag',
  active: true,
});

export const draftOf = (row: ConfigurationView): ConfigurationDraft => ({
  publisher: row.publisher,
  dashboard_type: row.dashboard_type,
  configuration_name: row.configuration_name,
  fraud_category: row.fraud_category,
  fraud_sub_category: row.fraud_sub_category,
  variation: row.variation,
  threshold: row.threshold ?? '',
  action: ACTIONS.find((action) => action === row.action) ?? 'flag',
  active: row.active,
});

const rawBody = (packageName: string, draft: ConfigurationDraft) => ({
  ...draft,
  package_name: packageName,
  publisher: draft.publisher.trim(),
  threshold: draft.threshold === '' ? null : Number(draft.threshold),
});

/** Of a draft without faults. */
export const bodyOf = (packageName: string, draft: ConfigurationDraft): NewConfiguration =>
  configurationBody.parse(rawBody(packageName, draft));

/** First fault of each field, and of the limit where it lies outside those of the rule. */
export function faultsOf(
  packageName: string,
  draft: ConfigurationDraft,
  chosen: VariationView | undefined,
): Partial<Record<string, string>> {
  const faults = schemaFaults(configurationBody, rawBody(packageName, draft));
  const limit = chosen?.threshold;
  if (faults.threshold || !limit || draft.threshold === '') return faults;
  const value = Number(draft.threshold);
  return value >= limit.min && value <= limit.max ? faults : { ...faults, threshold: 'outside' };
}

export const asType = (value: string | null): DashboardType | null =>
  value !== null && isDashboardType(value) ? value : null;
