import { newPackage, type PackageView, packageEdit, USUAL_LANDING } from '#domains/packages/contract/endpoints.ts';
import { isDashboardType } from '#platform/contract/dashboard-types.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';
import { domainOf } from '../guess-place.ts';

export interface PackageDraft {
  package_name: string;
  package_title: string;
  platform: 'web' | 'app';
  domain: string;
  dashboardType: string[];
  time_zone: string;
  currency: string;
  suspect_counts_as: 'clean' | 'fraud';
  active: boolean;
}

export const emptyDraft = (zone: string, currency: string): PackageDraft => ({
  package_name: '',
  package_title: '',
  platform: 'web',
  domain: '',
  dashboardType: [...USUAL_LANDING.web],
  time_zone: zone,
  currency,
  suspect_counts_as: 'clean',
  active: true,
});

export const draftOf = (row: PackageView): PackageDraft => ({
  package_name: row.package_name,
  package_title: row.package_title,
  platform: row.platform,
  domain: row.domain,
  dashboardType: [...row.dashboardType],
  time_zone: row.time_zone,
  currency: row.currency,
  suspect_counts_as: row.suspect_counts_as,
  active: row.active,
});

const settingsOf = (draft: PackageDraft) => ({
  package_title: draft.package_title.trim(),
  dashboardType: draft.dashboardType.filter(isDashboardType),
  time_zone: draft.time_zone,
  currency: draft.currency,
  suspect_counts_as: draft.suspect_counts_as,
  active: draft.active,
});

export const editBody = (draft: PackageDraft) => ({ ...settingsOf(draft), domain: draft.domain.trim() });

/** A pasted address of a site becomes its domain, as in the first-run wizard. */
export const newBody = (draft: PackageDraft) => ({
  ...settingsOf(draft),
  package_name: draft.platform === 'web' ? domainOf(draft.package_name) : draft.package_name.trim(),
  platform: draft.platform,
  ...(draft.domain.trim() ? { domain: draft.domain.trim() } : {}),
});

/** First fault of each field, in the words of the server's schema. */
export const faultsOf = (draft: PackageDraft, adding: boolean): Readonly<Record<string, string>> =>
  adding ? schemaFaults(newPackage, newBody(draft)) : schemaFaults(packageEdit, editBody(draft));
