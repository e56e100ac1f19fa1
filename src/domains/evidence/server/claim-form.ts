import { CLAIM_WINDOWS } from '#domains/evidence/contract/claim-windows.ts';
import { type Cell, csvLine } from '#platform/server/csv.ts';
import type { Told } from './manifest.ts';

/**
 * What the form of a platform asks for, by its own page: a row for each campaign, to be copied into the form, with what
 * only the advertiser knows left empty. Undefined where no platform with a public form is meant.
 */
export function claimForm({ row, info, tally }: Told): { name: string; text: string } | undefined {
  if (row.platform !== 'google') return undefined;
  const campaigns = new Map<string, { units: number; categories: Map<string, number> }>();
  for (const { campaign, category, units } of tally.lines()) {
    const own = campaigns.get(campaign) ?? { units: 0, categories: new Map<string, number>() };
    campaigns.set(campaign, own);
    own.units += units;
    own.categories.set(category, (own.categories.get(category) ?? 0) + units);
  }
  const rows = [...campaigns].map(([campaign, { units, categories }]): Cell[] => {
    const found = [...categories].map(([category, n]) => `${n} ${category}`).join(', ');
    const summary = `${units} events of this campaign are invalid: ${found}. Every event with its reasons is in events.csv.`;
    return ['', '', row.periodFrom, row.periodTo, info.time_zone, campaign, '', summary];
  });
  const head = [
    'customer_id',
    'contact_email',
    'first_day',
    'last_day',
    'time_zone',
    'campaign',
    'domain_of_the_publisher',
    'summary',
  ];
  const about = `# ${CLAIM_WINDOWS.google.source} (read ${CLAIM_WINDOWS.google.read})\r\n`;
  return { name: 'claim-google.csv', text: about + [head, ...rows].map(csvLine).join('') };
}
