/** A report of own links as the walk over its pages finds it. */
interface Report {
  path: string;
  id: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** A filter, one of its values, and the rows that are left. */
  narrowed: readonly [filter: string, value: string, rows: readonly (readonly string[])[]];
}

/**
 * Of the six clicks four were of Alpha, of which three came by north and one by south, and two of Beta by north. Of
 * Alpha two purchases are paid, the third lies beyond its capping, and one was told of twice; south brought a signup.
 */
export const REPORTS: readonly Report[] = [
  {
    path: '/mtrackit_report',
    id: 'TRK-ROUTE-02',
    columns: ['Clicks', 'Events', 'Over', 'Cost', 'Revenue'],
    rows: [['6', '5', '1', '€5.00', '€13.00']],
    narrowed: ['Publisher', 'south', [['1', '1', '0', '€0.50', '–']]],
  },
  {
    path: '/mtrackit_event_report',
    id: 'TRK-ROUTE-03',
    columns: ['Event', 'Campaign', 'Publisher', 'State', 'Over', 'Payout', 'Revenue'],
    rows: [
      ['lead', 'Beta', 'north', 'Approved', '–', '€2.00', '€4.00'],
      ['signup', 'Alpha', 'south', 'Approved', '–', '€0.50', '€0.00'],
      ['purchase', 'Alpha', 'north', 'Approved', 'Yes', '€0.00', '€3.00'],
      ['purchase', 'Alpha', 'north', 'Approved', '–', '€1.25', '€3.00'],
      ['purchase', 'Alpha', 'north', 'Approved', '–', '€1.25', '€3.00'],
    ],
    narrowed: ['Event', 'signup', [['signup', 'Alpha', 'south', 'Approved', '–', '€0.50', '€0.00']]],
  },
  {
    path: '/mtrackit_campaign_report',
    id: 'TRK-ROUTE-04',
    columns: ['Campaign', 'Events by name', 'Clicks', 'Cost', 'Revenue'],
    rows: [
      ['Alpha', 'purchase 3, signup 1', '4', '€3.00', '€9.00'],
      ['Beta', 'lead 1', '2', '€2.00', '€4.00'],
    ],
    narrowed: ['Campaign', 'Beta', [['Beta', 'lead 1', '2', '€2.00', '€4.00']]],
  },
  {
    path: '/mtrackit_postback_report',
    id: 'TRK-ROUTE-05',
    columns: ['Postback status', 'Reason', 'Event', 'Campaign', 'Publisher'],
    rows: [
      ['Rejected', 'The campaign has no such event', 'nonsense', 'Beta', 'north'],
      ['Success', '–', 'lead', 'Beta', 'north'],
      ['Success', '–', 'signup', 'Alpha', 'south'],
      ['Over', 'Beyond a capping', 'purchase', 'Alpha', 'north'],
      ['Success', '–', 'purchase', 'Alpha', 'north'],
      ['Duplicate', 'Known already', 'purchase', 'Alpha', 'north'],
      ['Success', '–', 'purchase', 'Alpha', 'north'],
    ],
    narrowed: ['Postback status', 'Over', [['Over', 'Beyond a capping', 'purchase', 'Alpha', 'north']]],
  },
  {
    path: '/mtrackit_epc_report',
    id: 'TRK-ROUTE-06',
    columns: ['Campaign', 'Publisher', 'Clicks', 'Revenue', 'Revenue per click'],
    rows: [
      ['Alpha', 'north', '3', '€9.00', '€3.00'],
      ['Beta', 'north', '2', '€4.00', '€2.00'],
      ['Alpha', 'south', '1', '–', '€0.00'],
    ],
    narrowed: [
      'Publisher',
      'north',
      [
        ['Alpha', 'north', '3', '€9.00', '€3.00'],
        ['Beta', 'north', '2', '€4.00', '€2.00'],
      ],
    ],
  },
  {
    path: '/mtrackit_event_health_report',
    id: 'TRK-ROUTE-07',
    columns: ['Campaign', 'Event', 'Received', 'Expected', 'Accepted %', 'Duplicate %'],
    rows: [
      ['Alpha', 'purchase', '4', '0', '75.0 %', '25.0 %'],
      ['Alpha', 'refund', '0', '0', '–', '–'],
      ['Alpha', 'signup', '1', '0', '100.0 %', '0.0 %'],
      ['Beta', 'lead', '1', '0', '100.0 %', '0.0 %'],
      ['Beta', 'nonsense', '1', '0', '0.0 %', '0.0 %'],
    ],
    narrowed: ['Event', 'lead', [['Beta', 'lead', '1', '0', '100.0 %', '0.0 %']]],
  },
];
