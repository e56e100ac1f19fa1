import { page } from '#platform/contract/page.ts';

const common = { guard: 'menu', permission: 'event.judge', times: 'package', historyMonths: 0 } as const;

const ofApps = { ...common, platform: 'app', companionOf: 'white-listing' } as const;

/** The white list as named rules; those of apps have addresses of their own as well, which show nothing of sites. */
export const WHITE_LISTING_PAGES = [
  page({
    id: 'white-listing',
    paths: ['/white-listing'],
    title: 'White Listing',
    menu: { category: 'Traffic', subCategory: 'Protect', icon: 'shield-check' },
    ...common,
  }),
  page({
    id: 'white-listing-add',
    paths: ['/add-white-listing', '/white-listing/add'],
    title: 'White Listing Rule',
    companionOf: 'white-listing',
    ...common,
  }),
  page({
    id: 'white-listing-edit',
    paths: ['/white-listing/edit'],
    title: 'White Listing Rule',
    companionOf: 'white-listing',
    ...common,
  }),
  page({ id: 'app-white-listing', paths: ['/app/white-listing'], title: 'White Listing', ...ofApps }),
  page({ id: 'app-white-listing-add', paths: ['/app/white-listing/add'], title: 'White Listing Rule', ...ofApps }),
  page({ id: 'app-white-listing-edit', paths: ['/app/white-listing/edit'], title: 'White Listing Rule', ...ofApps }),
] as const;

export type WhiteListingPageId = (typeof WHITE_LISTING_PAGES)[number]['id'];
