import { page } from '#platform/contract/page.ts';

const setup = { guard: 'menu', permission: 'tracking.read', times: 'package', historyMonths: 0 } as const;
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
] as const;

export type BrandRelevancyPageId = (typeof BRAND_RELEVANCY_PAGES)[number]['id'];
