import { visibleText } from '#platform/contract/visible-text.ts';
import { csvLine } from '#platform/server/csv.ts';
import { FEED_FORMATS, type FeedFormatId } from '../contract/formats.ts';
import { isAddress, isBlockable, isV4 } from './normal-values.ts';
import type { EntryRow } from './tables.ts';

/** A feed as it is answered; `leftOut` are entries the format had no room for. */
export interface Written {
  body: string;
  entries: number;
  leftOut: number;
}

/** Entries of the kinds the feed holds, as the format has them; each value once. */
export function written(format: FeedFormatId, entries: readonly EntryRow[]): Written {
  const fitting = fittingOf(format, entries);
  const kept = fitting.slice(0, FEED_FORMATS[format].most);
  return { body: WRITE[format](kept), entries: kept.length, leftOut: entries.length - kept.length };
}

/** What its reader can load. The others are in the number of those left out. */
export const fittingOf = (format: FeedFormatId, entries: readonly EntryRow[]): EntryRow[] =>
  entries.filter(({ kind, value }) => !isAddress(kind) || (isBlockable(value) && (FITS[format]?.(value) ?? true)));

const values = (entries: readonly EntryRow[]): string[] => [...new Set(entries.map(({ value }) => value))];
const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
/** A network of AWS is never without its prefix. */
const withPrefix = (value: string): string => (value.includes('/') ? value : `${value}/${isV4(value) ? 32 : 128}`);

const FITS: Partial<Record<FeedFormatId, (value: string) => boolean>> = {
  aws_waf_v4: isV4,
  aws_waf_v6: (value) => !isV4(value),
};

const WRITE: Readonly<Record<FeedFormatId, (entries: readonly EntryRow[]) => string>> = {
  text: (entries) => lines(values(entries).map(visibleText)),
  csv: (entries) =>
    [
      csvLine(['kind', 'value', 'publisher', 'reason', 'blocked_since', 'until']),
      ...entries.map(({ kind, value, publisher, reason, createdAt, startsAt, endsAt }) =>
        csvLine([
          kind,
          visibleText(value),
          visibleText(publisher),
          reason,
          (startsAt ?? createdAt).toISOString(),
          endsAt?.toISOString() ?? '',
        ]),
      ),
    ].join(''),
  search_ads: (entries) => lines(values(entries)),
  nginx_deny: (entries) => lines(values(entries).map((value) => `deny ${value};`)),
  nginx_geo: (entries) =>
    lines(['geo $adsieve_blocked {', '  default 0;', ...values(entries).map((value) => `  ${value} 1;`), '}']),
  ipset: (entries) => {
    const all = values(entries);
    return lines(
      (['inet', 'inet6'] as const).flatMap((family) => [
        `create adsieve-${family} hash:net family ${family} maxelem 262144`,
        ...all.filter((value) => isV4(value) === (family === 'inet')).map((value) => `add adsieve-${family} ${value}`),
      ]),
    );
  },
  aws_waf_v4: (entries) => ipSet('IPV4', entries),
  aws_waf_v6: (entries) => ipSet('IPV6', entries),
};

/** What `aws wafv2 update-ip-set --cli-input-json` takes beside the id and token of the set. */
const ipSet = (version: 'IPV4' | 'IPV6', entries: readonly EntryRow[]): string =>
  `${JSON.stringify({ IPAddressVersion: version, Addresses: values(entries).map(withPrefix) }, null, 1)}\n`;
