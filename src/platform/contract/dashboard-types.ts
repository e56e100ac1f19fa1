/**
 * Dashboard and landing types as the spec spells them (CONST-01): `Install` and `INSTALL` are two names (CONST-GAP-02).
 * A board says which of them mean it; `Mtrackit` and `VAST` only name pages to land on.
 */
export const DASHBOARD_TYPES = [
  'Click',
  'Event',
  'Impression',
  'Visit',
  'Install',
  'Web_Event',
  'INSTALL',
  'EVENT',
  'RE_CLICK',
  'RE_EVENT',
  'CLICK_IMPRESSION',
  'Reengagement_Events',
  'App_Event',
  'Mtrackit',
  'VAST',
] as const;

export type DashboardType = (typeof DASHBOARD_TYPES)[number];

export const isDashboardType = (type: string): type is DashboardType => DASHBOARD_TYPES.some((each) => each === type);
