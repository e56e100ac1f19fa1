import type { BrandRelevancyPageId } from '#domains/brand-relevancy/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['requirements', 'refusals'];
const entryForm = () => withTexts(import('./entries/entry-form-pages.tsx'), TEXTS);
const entryLists = () => withTexts(import('./entries/entries-page.tsx'), TEXTS);
const trackers = () => withTexts(import('./entries/trackers-page.tsx'), TEXTS);
const form = () => withTexts(import('./requirements/requirement-form-pages.tsx'), TEXTS);

export const BRAND_RELEVANCY_PAGE_COMPONENTS: PageComponents<BrandRelevancyPageId> = {
  'dv-entries': async () => (await entryLists()).EntriesPage,
  'dv-entry-add': async () => (await entryForm()).AddEntryPage,
  'dv-entry-edit': async () => (await entryForm()).EditEntryPage,
  'dv-trackers': async () => (await trackers()).TrackersPage,
  'dv-tracker-new': async () => (await trackers()).NewTrackerPage,
  'dv-video': async () => (await entryLists()).VideoTrackersPage,
  'dv-video-nonyt': async () => (await entryForm()).AddNonYoutubePage,
  'dv-video-yt': async () => (await entryForm()).AddYoutubePage,
  'dv-video-vast': async () => (await entryForm()).AddVastPage,
  'dv-video-edit': async () => (await entryForm()).EditVideoPage,
  'dv-display': async () => (await entryLists()).DisplayTrackersPage,
  'dv-display-add': async () => (await entryForm()).AddDisplayPage,
  'dv-display-measured': async () => (await entryForm()).AddMeasuredPage,
  'dv-display-edit': async () => (await entryForm()).EditDisplayPage,
  'brand-acknowledgement': async () =>
    (await withTexts(import('./outputs/acknowledgement-page.tsx'), TEXTS)).AcknowledgementPage,
  'brand-dashboard': async () => (await withTexts(import('./outputs/dashboard-page.tsx'), TEXTS)).BrandDashboardPage,
  'brand-downloads': async () => (await withTexts(import('./outputs/downloads-page.tsx'), TEXTS)).BrandDownloadsPage,
  'brand-requirements': async () =>
    (await withTexts(import('./requirements/requirements-page.tsx'), TEXTS)).RequirementsPage,
  'brand-requirement-add': async () => (await form()).AddRequirementPage,
  'brand-requirement-edit': async () => (await form()).EditRequirementPage,
  'brand-keywords': async () => (await withTexts(import('./requirements/keywords-page.tsx'), TEXTS)).KeywordsPage,
};
