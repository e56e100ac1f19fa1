import type { Config } from '#platform/server/config.ts';

/** Plans as an operator might word them, so that the page shows some; no price is made up. */
export const DEMO_PLANS: Config['plans'] = [
  {
    name: 'Starter (demo)',
    lead: 'An example of a plan: yours are what ADSIEVE_PLANS says.',
    features: ['One site or app', 'Verdicts with their reasons', 'Files and reports'],
    price: 'Example, no price',
    contact: '',
  },
  {
    name: 'Team (demo)',
    lead: 'For a brand and its agency.',
    features: [
      'Several sites and apps',
      'Alerts and tickets',
      'Brand hygiene and video relevancy',
      'Payouts and claims',
    ],
    price: 'Example, on request',
    contact: 'mailto:sales@adsieve.example',
  },
  {
    name: 'Network (demo)',
    lead: 'For who buys for others.',
    features: ['Packages of many clients', 'Links and trackers of your own', 'ads.txt and sellers.json watched'],
    price: 'Example, on request',
    contact: 'mailto:sales@adsieve.example',
  },
];
