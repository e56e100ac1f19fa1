import {
  type NewTracker,
  newTracker,
  type TrackerEdit,
  type TrackerView,
  trackerEdit,
} from '#domains/video-ads/contract/tracker.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';

/** What a form holds: everything of a tracker but whose it is. */
export type TrackerDraft = Omit<NewTracker, 'package_name'>;

export const EMPTY: TrackerDraft = {
  name: '',
  campaign: '',
  brand: '',
  publishers: [],
  mode: 'wrapper',
  vast_url: '',
  creative_id: null,
  landing_url: '',
  skip_seconds: null,
  status: 'active',
  countries: [],
  cap: { limit: 3, window: 'lifetime' },
  safety: { block_domains: [], block_apps: [], strict: false },
  verifications: [],
  ssai_addresses: [],
  start: null,
  end: null,
};

export const draftOf = (view: TrackerView): TrackerDraft =>
  Object.assign({}, EMPTY, Object.fromEntries(Object.keys(EMPTY).map((name) => [name, Reflect.get(view, name)])));

export const bodyOf = (package_name: string, draft: TrackerDraft): NewTracker => ({ package_name, ...draft });
export const editOf = (draft: TrackerDraft, updated_at: string): TrackerEdit => ({ ...draft, updated_at });

export const newFaults = (package_name: string, draft: TrackerDraft) =>
  faultsOf(newTracker, bodyOf(package_name, draft));
export const editFaults = (draft: TrackerDraft, updated_at: string) => faultsOf(trackerEdit, editOf(draft, updated_at));
