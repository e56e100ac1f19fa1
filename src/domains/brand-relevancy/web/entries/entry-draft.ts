import {
  type EntryEdit,
  type EntryView,
  entryEdit,
  type NewEntry,
  newEntry,
} from '#domains/brand-relevancy/contract/entry.ts';
import type { EntryStep, EntryType } from '#domains/brand-relevancy/contract/entry-terms.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';

/** What a form holds: everything of an entry but whose it is. */
export type EntryDraft = Omit<NewEntry, 'package_name'>;

export const emptyEntry = (type: EntryType): EntryDraft => ({
  type,
  name: '',
  platform: type === 'yt' ? 'googleads' : 'dv360',
  advertiser: '',
  campaign: '',
  requirement_id: null,
  creative_size: '',
  duration: null,
  click_url: '',
  landing_hosts: [],
  vast_url: '',
  status: 'active',
});

export const draftOf = (view: EntryView): EntryDraft =>
  Object.assign(
    emptyEntry(view.type),
    Object.fromEntries(Object.keys(emptyEntry(view.type)).map((name) => [name, Reflect.get(view, name)])),
  );

export const bodyOf = (package_name: string, draft: EntryDraft): NewEntry => ({ package_name, ...draft });
export const editOf = (draft: EntryDraft, updated_at: string): EntryEdit => ({ ...draft, updated_at });

/** What the server would refuse, and what a type cannot do without: the words of the field say which. */
const NEEDED = ({ type, click_url, vast_url }: EntryDraft): Readonly<Record<string, string>> => ({
  ...(type === 'vast' && vast_url === '' ? { vast_url: 'An address such as https://shop.example/start' } : {}),
  ...(type !== 'vast' && click_url === '' ? { click_url: 'An address such as https://shop.example/start' } : {}),
});

export const newFaults = (package_name: string, draft: EntryDraft) => ({
  ...NEEDED(draft),
  ...faultsOf(newEntry, bodyOf(package_name, draft)),
});
export const editFaults = (draft: EntryDraft, updated_at: string) => ({
  ...NEEDED(draft),
  ...faultsOf(entryEdit, editOf(draft, updated_at)),
});

/** The step a field stands on. */
export const STEP_OF: Readonly<Record<string, EntryStep>> = {
  name: 'campaign',
  advertiser: 'campaign',
  campaign: 'campaign',
  requirement_id: 'campaign',
  status: 'campaign',
  creative_size: 'creative',
  duration: 'creative',
  vast_url: 'creative',
  platform: 'tracking',
  click_url: 'tracking',
  landing_hosts: 'tracking',
};
