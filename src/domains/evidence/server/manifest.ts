import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Pricing } from './pricing.ts';
import type { RulesSeen } from './rules-seen.ts';
import type { Signer } from './signing.ts';
import type { EvidenceRow } from './tables.ts';
import type { Tally } from './tally.ts';
import type { ZippedFile, ZipWriter } from './zip-writer.ts';

/** What an archive is told by. */
export interface Told {
  row: EvidenceRow;
  info: PackageInfo;
  pricing: Pricing;
  tally: Tally;
  rules: RulesSeen;
  signer: Signer;
  made: Date;
}

/**
 * `manifest.json`, which is signed: what the archive is about, what it comes to, the sum of each of its files, and that
 * of all bytes before it as they lie in the archive.
 */
export function manifestOf(
  { row, info, pricing, tally, rules, signer, made }: Told,
  files: readonly ZippedFile[],
  before: ReturnType<ZipWriter['soFar']>,
) {
  const { events: rows, claimed, before: claimed_before, late } = tally;
  return {
    format: 'adsieve-evidence/1',
    id: row.id,
    made: made.toISOString(),
    made_by: row.createdBy,
    package: { name: info.package_name, title: info.package_title },
    publisher: row.publisher,
    period: { from: row.periodFrom, to: row.periodTo, time_zone: info.time_zone },
    narrowed_to: { campaign: row.campaign, event: row.event, category: row.category },
    claim_window: row.windowDays === null ? null : { platform: row.platform, days: row.windowDays },
    personal_data: row.masked ? 'masked' : 'in full',
    payout_report: pricing.report?.id ?? null,
    amounts_from: pricing.from,
    rule_sets: rules.versions.map(({ version }) => version),
    events: { rows, claimed, claimed_before, late },
    totals: tally.totals(),
    key: { algorithm: 'Ed25519', fingerprint: signer.fingerprint },
    files: files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    before,
  };
}

/** `rules.json`: the versions of the rule set that judged the events, and of each the rules that hit them. */
export const rulesJson = ({ versions }: RulesSeen): string =>
  `${JSON.stringify(
    {
      versions: versions.map(({ version, rules }) => ({
        version,
        rules: rules.map(({ id, title, reason, mode, limits, cases }) => ({
          id,
          title,
          reason,
          mode,
          limits,
          cases: cases.map(({ verdict, when }) => ({ verdict, when })),
        })),
      })),
    },
    null,
    1,
  )}\n`;

export const readmeOf = ({ row, info, signer }: Told): string =>
  [
    `Evidence file ${row.id} of ${info.package_title} (${info.package_name})`,
    `about ${row.publisher}, ${row.periodFrom} to ${row.periodTo} (${info.time_zone})`,
    '',
    'cover.pdf        how much, why, examples in words, how it was found',
    'events.csv       every event, one a row; times in UTC, amounts in the currency beside them',
    'events.parquet   the same rows for programs',
    'counts.json      counts and amounts by campaign, event and category; the payout report where there is one',
    'rules.json       the rules that hit, with their limits, by version of the rule set',
    ...(row.platform === 'google' ? ['claim-google.csv what the form of Google Ads asks for'] : []),
    'manifest.json    names, sizes and SHA-256 sums of all files and of the archive before it, and what is claimed',
    'manifest.sig     its Ed25519 signature, base64',
    'public-key.pem   the key it is signed with',
    'verify.mjs       checks all of that without Adsieve',
    '',
    'Column "claim" of the events: "claimed"; "before" where an earlier evidence file claims the event;',
    '"late" where it is older than the window for claims. Only "claimed" ones have an amount and are in the totals.',
    ...(row.masked
      ? ['Addresses and ids are shown in part only.']
      : ['Addresses and ids are personal data, shown in full.']),
    '',
    'To check it, with Node 20 or newer and without the network, take verify.mjs out of the archive and run',
    `  node verify.mjs FILE.zip --key ${signer.fingerprint}`,
    'A key that stands in an archive proves nothing by itself: ask whoever sent it for the fingerprint by another way.',
    '',
  ].join('\r\n');
