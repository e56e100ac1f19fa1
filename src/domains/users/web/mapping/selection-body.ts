import { isDashboardType } from '#platform/contract/dashboard-types.ts';
import type { Selected } from './mapping-fields.tsx';

/** As the server takes it; an empty landing order means the package's own. */
export const selectionBody = ({ dashboardType, menu, filter }: Selected) => ({
  dashboardType: dashboardType === null || dashboardType.length === 0 ? null : dashboardType.filter(isDashboardType),
  menu,
  filter,
});
