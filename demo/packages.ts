/** The two things the demo customer protects. Brands are invented and their domains can never be registered. */
export interface DemoPackage {
  kind: 'web' | 'app';
  name: string;
  title: string;
  platform: 'web' | 'app';
  /** Where its days begin and end on screens. */
  timeZone: string;
  currency: string;
  dashboardTypes: readonly string[];
}

export const WEB_PACKAGE: DemoPackage = {
  kind: 'web',
  name: 'lindenloom.example',
  title: 'Linden & Loom',
  platform: 'web',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  dashboardTypes: ['Visit', 'Click', 'Impression', 'Web_Event'],
};

export const APP_PACKAGE: DemoPackage = {
  kind: 'app',
  name: 'com.example.harbourtales',
  title: 'Harbour Tales',
  platform: 'app',
  timeZone: 'America/New_York',
  currency: 'USD',
  dashboardTypes: ['Install', 'App_Event', 'Click', 'RE_CLICK', 'RE_EVENT', 'CLICK_IMPRESSION', 'VAST'],
};

export const DEMO_PACKAGES: readonly DemoPackage[] = [WEB_PACKAGE, APP_PACKAGE];

/** Campaigns with links of their own: its clicks are counted here before anybody pays for them (`own-links.ts`). */
export const LINKS_PACKAGE = {
  name: 'offers.lindenloom.example',
  title: 'Linden & Loom Offers',
  platform: 'web',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  dashboardTypes: ['Mtrackit', 'Click', 'Web_Event'],
} as const;
