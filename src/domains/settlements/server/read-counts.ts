import {
  COUNT_MODELS,
  COUNT_REJECTS,
  type CountColumn,
  type CountReject,
} from '#domains/settlements/contract/partner-counts.ts';
import { csvRows } from '#platform/server/csv-rows.ts';
import { refuse } from './refuse.ts';

export interface CountLine {
  publisher: string;
  campaign: string;
  event: string;
  /** How it is paid for; '' is all that is paid. */
  model: string;
  units: number;
}

/** Names a line may have. */
export interface KnownNames {
  /** Who is agreed with or has events, with the campaigns either names. */
  publishers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Campaigns of the package, whoever the publisher is. */
  campaigns: ReadonlySet<string>;
}

export interface Rejected {
  line: number;
  field: CountColumn;
  reason: CountReject;
}

const NEEDED = ['publisher', 'units'] as const;
export const MOST_LINES = 20_000;
const LONGEST = 2000;
/** Whole units without a sign: nobody counts half an event, or less than none. */
const UNITS = /^\d{1,12}$/;

/** What a partner counted, line by line; what cannot be taken is told by its line. */
export function readCounts(text: string, known: KnownNames): { counts: CountLine[]; rejects: Rejected[] } {
  const [head = { cells: [] }, ...rows] = csvRows(text);
  const names = head.cells.map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse('counts_no_columns', { columns: missing.join(', ') }, { field: 'file' });
  if (rows.length === 0) throw refuse('counts_empty', {}, { field: 'file' });
  if (rows.length > MOST_LINES) throw refuse('counts_too_long', { n: MOST_LINES }, { as: 'too_large' });
  const counts = new Map<string, CountLine>();
  const rejects: Rejected[] = [];
  for (const { cells, line } of rows) {
    const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
    const [publisher, campaign, event] = [cell('publisher'), cell('campaign'), cell('event')];
    const model = modelOf(cell('model'));
    const key = JSON.stringify([publisher, campaign, event, model]);
    const reason =
      faultOf([publisher, campaign, event], cell('units')) ??
      (model === undefined ? 'unknown_model' : unknownOf(publisher, campaign, known)) ??
      (counts.has(key) ? 'said_twice' : undefined);
    if (reason !== undefined) rejects.push({ line, field: COUNT_REJECTS[reason].field, reason });
    else counts.set(key, { publisher, campaign, event, model: model ?? '', units: Number(cell('units')) });
  }
  return { counts: [...counts.values()], rejects };
}

/** As it is called here; undefined where there is none of the name. */
const modelOf = (told: string): string | undefined =>
  told === '' ? '' : COUNT_MODELS.find((name) => name.toLowerCase() === told.toLowerCase());

function unknownOf(publisher: string, campaign: string, known: KnownNames): CountReject | undefined {
  const own = known.publishers.get(publisher);
  if (!own) return 'unknown_publisher';
  return campaign === '' || own.has(campaign) || known.campaigns.has(campaign) ? undefined : 'unknown_campaign';
}

function faultOf(names: readonly string[], units: string): Rejected['reason'] | undefined {
  if (names[0] === '') return 'no_publisher';
  if (names.some((name) => name.length > LONGEST || /\p{Cc}/u.test(name))) return 'unreadable';
  return UNITS.test(units) ? undefined : 'no_units';
}
