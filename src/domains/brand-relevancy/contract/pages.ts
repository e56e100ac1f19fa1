import { page } from '#platform/contract/page.ts';

const setup = { guard: 'menu', permission: 'tracking.read', times: 'package', historyMonths: 0 } as const;
const trackers = { category: 'Brand', subCategory: 'Trackers' } as const;
const requirements = { category: 'Brand', subCategory: 'Requirements' } as const;

/** Brand relevancy: what brands require, what came of it, and the trackers of their campaigns (BR-ROUTE-01 to 21). */
export const BRAND_RELEVANCY_PAGES = [
  page({
    id: 'brand-requirements',
    paths: ['/brand-relevancy/brief-config'],
    title: 'Requirement',
    menu: { ...requirements, icon: 'file-analytics' },
    ...setup,
  }),
  page({
    id: 'brand-requirement-add',
    paths: ['/brand-relevancy/brief/add'],
    title: 'Add Requirement',
    companionOf: 'brand-requirements',
    ...setup,
  }),
  page({
    id: 'brand-requirement-edit',
    paths: ['/brand-relevancy/brief/edit'],
    title: 'Edit Requirement',
    companionOf: 'brand-requirements',
    ...setup,
  }),
  page({
    id: 'brand-keywords',
    paths: ['/brand-relevancy/keyword-manipulation'],
    title: 'Keyword Manipulation',
    menu: { ...requirements, icon: 'list-search' },
    ...setup,
  }),
  page({
    id: 'brand-acknowledgement',
    paths: ['/brand-relevancy/acknowledgement'],
    title: 'Acknowledgement',
    menu: { ...requirements, icon: 'file-import' },
    ...setup,
  }),
  page({
    id: 'brand-dashboard',
    paths: ['/brand-relevancy/dashboard'],
    title: 'Brand Relevancy Dashboard',
    menu: { ...requirements, icon: 'layout-dashboard' },
    ...setup,
    // FLT-CONST-04.
    historyMonths: 12,
  }),
  page({
    id: 'brand-downloads',
    paths: ['/brand-relevancy/downloads'],
    title: 'Brand Relevancy Downloads',
    menu: { ...requirements, icon: 'download' },
    ...setup,
  }),
  page({
    id: 'dv-entries',
    paths: ['/brand-relevancy/dv-table'],
    title: 'DV Tracker Entries',
    menu: { ...trackers, icon: 'table' },
    ...setup,
  }),
  page({
    id: 'dv-entry-add',
    paths: ['/brand-relevancy/dv/add'],
    title: 'Add DV Tracker Entry',
    companionOf: 'dv-entries',
    ...setup,
  }),
  page({
    id: 'dv-entry-edit',
    paths: ['/brand-relevancy/dv/edit'],
    title: 'Edit DV Tracker Entry',
    companionOf: 'dv-entries',
    ...setup,
  }),
  page({
    id: 'dv-trackers',
    paths: ['/dvtrackers'],
    title: 'DV Trackers',
    menu: { ...trackers, icon: 'link' },
    ...setup,
  }),
  page({
    id: 'dv-tracker-new',
    paths: ['/dvtrackers/new'],
    title: 'New DV Tracker',
    companionOf: 'dv-trackers',
    ...setup,
  }),
  page({
    id: 'dv-video',
    paths: ['/dvtrackers/video'],
    title: 'Video Trackers',
    menu: { ...trackers, icon: 'video' },
    ...setup,
  }),
  page({
    id: 'dv-video-nonyt',
    paths: ['/dvtrackers/video/add/nonyt/:default_page'],
    title: 'Add Video Tracker',
    companionOf: 'dv-video',
    ...setup,
  }),
  page({
    id: 'dv-video-yt',
    paths: ['/dvtrackers/video/add/yt'],
    title: 'Add YouTube Tracker',
    companionOf: 'dv-video',
    ...setup,
  }),
  page({
    id: 'dv-video-vast',
    paths: ['/dvtrackers/video/add/vast'],
    title: 'Add VAST Video Tracker',
    companionOf: 'dv-video',
    ...setup,
  }),
  page({
    id: 'dv-video-edit',
    paths: ['/dvtrackers/video/edit'],
    title: 'Edit Video Tracker',
    companionOf: 'dv-video',
    ...setup,
  }),
  page({
    id: 'dv-display',
    paths: ['/dvtrackers/display'],
    title: 'Display Trackers',
    menu: { ...trackers, icon: 'ad' },
    ...setup,
  }),
  page({
    id: 'dv-display-add',
    paths: ['/dvtrackers/display/add/displayTracker'],
    title: 'Add Display Tracker',
    companionOf: 'dv-display',
    ...setup,
  }),
  page({
    id: 'dv-display-measured',
    paths: ['/dvtrackers/display/add/mfdisplayTracker/:default_page'],
    title: 'Add Measured Display Tracker',
    companionOf: 'dv-display',
    ...setup,
  }),
  page({
    id: 'dv-display-edit',
    paths: ['/dvtrackers/display/edit'],
    title: 'Edit Display Tracker',
    companionOf: 'dv-display',
    ...setup,
  }),
] as const;

export type BrandRelevancyPageId = (typeof BRAND_RELEVANCY_PAGES)[number]['id'];
