import {
  type NewRequirement,
  newRequirement,
  type RequirementEdit,
  type RequirementView,
  requirementEdit,
} from '#domains/brand-relevancy/contract/requirement.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';

/** What a form holds: everything of a requirement but whose it is. */
export type RequirementDraft = Omit<NewRequirement, 'package_name'>;

export const emptyDraft = (today: string): RequirementDraft => ({
  campaign_name: '',
  brand: '',
  category: '',
  keywords: [],
  excluded_keywords: [],
  locations: [],
  languages: [],
  start: today,
  end: '',
  status: 'draft',
  accepts_review: false,
  min_views: null,
  max_age_days: null,
  allowed_channels: [],
  blocked_channels: [],
  target_count: null,
});

export const draftOf = (view: RequirementView): RequirementDraft => {
  const { id: _, reference, package_name, created_by, created_at, updated_at, ...draft } = view;
  return draft;
};

export const bodyOf = (package_name: string, draft: RequirementDraft): NewRequirement => ({ package_name, ...draft });
export const editOf = (draft: RequirementDraft, updated_at: string): RequirementEdit => ({ ...draft, updated_at });

export const newFaults = (package_name: string, draft: RequirementDraft) =>
  faultsOf(newRequirement, bodyOf(package_name, draft));
export const editFaults = (draft: RequirementDraft, updated_at: string) =>
  faultsOf(requirementEdit, editOf(draft, updated_at));
