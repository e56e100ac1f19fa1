import type { TrackingPageId } from '#domains/tracking/contract/pages.ts';
import { withTexts } from '#platform/web/i18n/i18n.ts';
import type { PageComponents } from '#platform/web/layout/page-component.ts';

const TEXTS = ['tracking', 'refusals', 'traffic'];
const counted = () => withTexts(import('./reports/counted-pages.tsx'), TEXTS);
const single = () => withTexts(import('./reports/single-pages.tsx'), TEXTS);
const campaignForms = () => withTexts(import('./campaigns/campaign-form-pages.tsx'), TEXTS);
const publisherForms = () => withTexts(import('./publishers/publisher-form-pages.tsx'), TEXTS);

export const TRACKING_PAGE_COMPONENTS: PageComponents<TrackingPageId> = {
  'mtrackit-dashboard': async () =>
    (await withTexts(import('./reports/dashboard-page.tsx'), TEXTS)).TrackingDashboardPage,
  'mtrackit-report': async () => (await counted()).TrackingReportPage,
  'mtrackit-event-report': async () => (await single()).EventReportPage,
  'mtrackit-campaign-report': async () => (await counted()).CampaignReportPage,
  'mtrackit-postback-report': async () => (await single()).PostbackReportPage,
  'mtrackit-postback-log': async () =>
    (await withTexts(import('./reports/postback-log-page.tsx'), TEXTS)).PostbackLogPage,
  'mtrackit-epc-report': async () => (await counted()).EpcReportPage,
  'mtrackit-event-health-report': async () => (await single()).EventHealthPage,
  'mtrackit-campaigns': async () => (await withTexts(import('./campaigns/campaigns-page.tsx'), TEXTS)).CampaignsPage,
  'mtrackit-campaign-add': async () => (await campaignForms()).AddCampaignPage,
  'mtrackit-campaign-edit': async () => (await campaignForms()).EditCampaignPage,
  'mtrackit-publishers': async () =>
    (await withTexts(import('./publishers/publishers-page.tsx'), TEXTS)).TrackingPublishersPage,
  'mtrackit-publisher-add': async () => (await publisherForms()).AddPublisherPage,
  'mtrackit-publisher-edit': async () => (await publisherForms()).EditPublisherPage,
  'mtrackit-capping': async () => (await withTexts(import('./capping/capping-page.tsx'), TEXTS)).CappingPage,
  'mtrackit-capping-add': async () => (await withTexts(import('./capping/add-cap-page.tsx'), TEXTS)).AddCapPage,
  'mtrackit-uploads': async () => (await withTexts(import('./uploads/uploads-page.tsx'), TEXTS)).UploadsPage,
  'landing-pages': async () => (await withTexts(import('./landing/landing-pages-page.tsx'), TEXTS)).LandingPagesPage,
  'mtrackit-campaign': async () => (await withTexts(import('./campaigns/campaign-page.tsx'), TEXTS)).CampaignPage,
};
