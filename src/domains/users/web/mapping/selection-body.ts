import { LANDING_TYPES, type LandingType } from '#platform/contract/landing-types.ts';
import type { Selected } from './mapping-fields.tsx';

const isLanding = (type: string): type is LandingType => LANDING_TYPES.some((each) => each === type);

/** As the server takes it; an empty landing order means the package's own. */
export const selectionBody = ({ dashboardType, menu, filter }: Selected) => ({
  dashboardType: dashboardType === null || dashboardType.length === 0 ? null : dashboardType.filter(isLanding),
  menu,
  filter,
});
