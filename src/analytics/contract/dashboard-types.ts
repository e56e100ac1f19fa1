/** Dashboard and landing types as the spec spells them; each means one kind of event on one platform. */
export const DASHBOARD_TYPES = [
  'Visit',
  'Click',
  'Impression',
  'Event',
  'Web_Event',
  'Install',
  'App_Event',
  'Reengagement_Clicks',
  'Reengagement_Events',
  'VISIT',
  'CLICK',
  'IMPRESSION',
  'INSTALL',
  'EVENT',
  'RE_CLICK',
  'RE_EVENT',
  'CLICK_IMPRESSION',
] as const;

export type DashboardType = (typeof DASHBOARD_TYPES)[number];
