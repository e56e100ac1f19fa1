import type { VideoPageId } from '#domains/video-ads/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['video', 'refusals'];
const form = () => withTexts(import('./tracker-form-page.tsx'), TEXTS);

export const VIDEO_PAGE_COMPONENTS: PageComponents<VideoPageId> = {
  'vast-dashboard': async () => (await withTexts(import('./dashboard-page.tsx'), TEXTS)).DashboardPage,
  'vast-dashboard-integrate': async () => (await withTexts(import('./integrate-page.tsx'), TEXTS)).IntegratePage,
  'vast-video-analysis': async () => (await withTexts(import('./analysis-page.tsx'), TEXTS)).AnalysisPage,
  'vast-trackers': async () => (await withTexts(import('./trackers-page.tsx'), TEXTS)).TrackersPage,
  'vast-tracker-add': async () => (await form()).AddTrackerPage,
  'vast-tracker-edit': async () => (await form()).EditTrackerPage,
  'vast-creatives': async () => (await withTexts(import('./creatives-page.tsx'), TEXTS)).CreativesPage,
  'vast-creative-upload': async () => (await withTexts(import('./upload-page.tsx'), TEXTS)).UploadPage,
};
