import Big from 'big.js';
import { PLACE_VERDICTS, type PlaceVerdict, type RowReason } from '#domains/brand-relevancy/contract/terms.ts';
import { addDays, isoDate } from '#platform/contract/date-range.ts';
import { plainName } from '#platform/contract/safe-text.ts';
import type { TableLine } from '#traffic/intake/server/small-table.ts';
import { type Place, placeOf } from './place.ts';
import type { RequirementRow } from './requirement-store.ts';

/** A row that can be stored, whether it is accepted or not. */
export interface ReadRow extends Place {
  line: number;
  requirement: RequirementRow;
  url: string;
  title: string;
  channel: string;
  day: string;
  relevancy: string | null;
  views: number | null;
  verdict: PlaceVerdict;
  country: string;
  language: string;
  publishedOn: string | null;
  spend: string;
  reason: RowReason | '';
}

export interface Faulty {
  line: number;
  url: string;
  reason: RowReason;
}

interface Against {
  /** Whose output a row is; a closed one takes none; undefined for a campaign nobody requires anything of. */
  requirementOf: (campaign: string) => RequirementRow | undefined;
  /** Of a row that names none: the day of the upload, where the package is. */
  today: string;
  currency: string;
}

const LONGEST_TEXT = 500;
const LONGEST_URL = 2_000;
const MOST_VIEWS = 1_000_000_000_000;

/** Reads the lines of an output and holds each against its requirement. */
export function readOutput(lines: readonly TableLine[], against: Against): { rows: ReadRow[]; faulty: Faulty[] } {
  const rows: ReadRow[] = [];
  const faulty: Faulty[] = [];
  const known = new Set<string>();
  for (const line of lines) {
    const read = readLine(line, against);
    const key = 'item' in read ? keyOf(read) : '';
    if (!('item' in read)) faulty.push(read);
    else if (known.has(key)) faulty.push({ line: read.line, url: read.url, reason: 'twice' });
    else rows.push({ ...read, reason: rejected(read, line.cells, against) });
    known.add(key);
  }
  return { rows, faulty };
}

/** A video or channel of a day, once for each requirement. */
const keyOf = ({ requirement, platform, kind, item, day }: Omit<ReadRow, 'reason'>): string =>
  JSON.stringify([requirement.id, platform, kind, item, day]);

/** The row as it can be stored, or why it cannot. */
function readLine({ line, cells }: TableLine, { requirementOf, today }: Against): Omit<ReadRow, 'reason'> | Faulty {
  const cell = (name: string): string => cells[name] ?? '';
  const url = cell('url') || cell('video_url') || cell('channel_url');
  const fault = (reason: RowReason): Faulty => ({ line, url: url.slice(0, 300), reason });
  if (url === '') return fault('no_url');
  const place = url.length > LONGEST_URL ? null : placeOf(url);
  if (!place) return fault('not_a_place');
  const day = cell('day') || cell('date');
  const published = cell('published') || cell('upload_date');
  if (!isDay(day) || !isDay(published)) return fault('not_a_day');
  const [relevancy, views, spend] = [shareOf(cell('relevancy')), countOf(cell('views')), amountOf(cell('spend'))];
  if (relevancy === undefined || views === undefined || spend === undefined) return fault('not_a_number');
  const requirement = requirementOf(cell('campaign_name') || cell('campaign'));
  if (!requirement) return fault('no_requirement');
  if (requirement.status === 'closed') return fault('closed_requirement');
  const said = cell('verdict').toLowerCase() || cell('status').toLowerCase();
  return {
    ...place,
    line,
    requirement,
    url,
    title: cell('title').slice(0, LONGEST_TEXT),
    channel: (cell('channel') || cell('owner_channel_name')).slice(0, LONGEST_TEXT),
    day: day.slice(0, 10) || today,
    relevancy,
    views,
    // Who delivers a row without a word vouches for it; words nobody knows have to be looked at.
    verdict:
      PLACE_VERDICTS.find((verdict) => verdict === said) ?? (said === 'relevant' || said === '' ? 'safe' : 'review'),
    country: cell('country').toUpperCase().slice(0, 2),
    language: cell('language').toLowerCase().slice(0, 2),
    publishedOn: published.slice(0, 10) || null,
    spend,
  };
}

/** The first thing the requirement does not allow; empty for what it accepts. */
function rejected(
  row: Omit<ReadRow, 'reason'>,
  cells: TableLine['cells'],
  { today, currency }: Against,
): RowReason | '' {
  const { requirement, verdict, day } = row;
  const names = [row.channel, row.kind === 'channel' ? row.item : '', cells['channel_id'] ?? ''].map(channelName);
  const isOneOf = (list: readonly string[]) => list.some((name) => names.includes(channelName(name)));
  const among = (value: string, list: readonly string[]) => value === '' || list.length === 0 || list.includes(value);
  const stated = (cells['currency'] ?? '').toUpperCase();
  const title = plainName(row.title).toLowerCase();
  const oldest = requirement.maxAgeDays === null ? '' : addDays(day, -requirement.maxAgeDays);
  const checks: readonly (readonly [RowReason, boolean])[] = [
    ['other_currency', stated !== '' && stated !== currency],
    ['outside_days', day < requirement.startsOn || day > requirement.endsOn || day > today],
    ['unsafe', verdict === 'unsafe'],
    ['review', verdict === 'review' && !requirement.acceptsReview],
    ['blocked_channel', isOneOf(requirement.blockedChannels)],
    ['other_channel', requirement.allowedChannels.length > 0 && !isOneOf(requirement.allowedChannels)],
    ['excluded_keyword', requirement.excludedKeywords.some((word) => hasWord(title, plainName(word).toLowerCase()))],
    ['other_location', !among(row.country, requirement.locations)],
    ['other_language', !among(row.language, requirement.languages)],
    ['few_views', requirement.minViews !== null && row.views !== null && row.views < requirement.minViews],
    ['too_old', row.publishedOn !== null && row.publishedOn < oldest],
    ['not_said', isSilent(row)],
  ];
  return checks.find(([, holds]) => holds)?.[0] ?? '';
}

/** What is required has to be said: else leaving out a column would meet any requirement. */
const isSilent = ({ requirement, country, language, views, publishedOn }: Omit<ReadRow, 'reason'>): boolean =>
  (requirement.locations.length > 0 && country === '') ||
  (requirement.languages.length > 0 && language === '') ||
  (requirement.minViews !== null && views === null) ||
  (requirement.maxAgeDays !== null && publishedOn === null);

const channelName = (name: string): string => plainName(name).toLowerCase().replace(/^@/, '') || '\0';

/** As a word of its own, not inside of another: "ass" is no part of "class". Scripts without blanks have no such words. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + word.length]];
    if (!(isLetter(before) && isLetter(word[0] ?? '')) && !(isLetter(after) && isLetter(word.at(-1) ?? '')))
      return true;
  }
  return false;
}

const isLetter = (sign: string): boolean =>
  /[\p{L}\p{N}]/u.test(sign) && !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(sign);

/** A day, or the moment a workbook makes of it. */
const isDay = (text: string): boolean => text === '' || isoDate.safeParse(text.slice(0, 10)).success;

/** 0 to 1, or percent with its sign or beyond 1. Undefined for what is no share. */
function shareOf(text: string): string | null | undefined {
  if (text === '') return null;
  const number = Number(text.replace(/\s*%$/, ''));
  if (!Number.isFinite(number)) return undefined;
  const share = text.endsWith('%') || number > 1 ? number / 100 : number;
  return share >= 0 && share <= 1 ? share.toFixed(4) : undefined;
}

function countOf(text: string): number | null | undefined {
  if (text === '') return null;
  const number = Number(text);
  return Number.isInteger(number) && number >= 0 && number <= MOST_VIEWS ? number : undefined;
}

function amountOf(text: string): string | undefined {
  if (text === '') return '0';
  return /^\d{1,12}(\.\d{1,18})?$/.test(text) ? new Big(text).round(6).toFixed() : undefined;
}
