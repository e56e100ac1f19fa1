import { serverSlice } from '#platform/server/slice.ts';
import { whiteListingRoutes } from './routes.ts';

export const WHITE_LISTING_SERVER = serverSlice({ id: 'domains/white-listing', routes: whiteListingRoutes });
