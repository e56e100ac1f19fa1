/** What a package may land on after sign-in, as the spec spells it (CONST-01): `Install` and `INSTALL` are two things. */
export const LANDING_TYPES = [
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

export type LandingType = (typeof LANDING_TYPES)[number];
