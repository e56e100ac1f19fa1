import { Readable } from 'node:stream';
import { PUBLISHERS } from '#demo/publishers.ts';
import { newBankCheck } from '#domains/account-tools/contract/bank.ts';
import { checkBankAccount } from '#domains/account-tools/server/bank-store.ts';
import { lookUp } from '#domains/account-tools/server/footprint-store.ts';
import { linkAccount } from '#domains/account-tools/server/linked-store.ts';
import { takeMerchants } from '#domains/account-tools/server/merchant-store.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { createOutbound } from '#platform/server/http/outbound.ts';
import type { AppContext } from './app-context.ts';
import { accountToolPartsOf } from './parts.ts';

const ACCOUNTS = {
  web: [
    ['google_ads', '418-220-9931', 'Shop, search', 'Brand and generic words, Germany and Austria.'],
    ['dv360', '5530187', 'Shop, display', 'Run by Oakmere Partners.'],
    ['meta', 'act_2214870036', 'Shop, feed and stories', ''],
  ],
  app: [
    ['appsflyer', 'com.example.harbourtales', 'Game, measurement', 'Its raw files come every night.'],
    ['google_ads', '706-118-4452', 'Game, app campaigns', ''],
    ['apple_search_ads', '3390215', 'Game, App Store', 'United States and Canada only.'],
  ],
} as const;

/** Numbers that banks print as examples: two partners share one, and the last is a digit off. */
const BANK_CHECKS = {
  web: [
    ['kestermill', 'Kestermill Affiliates GmbH', 'DE89370400440532013000'],
    ['yarrowline', 'Yarrowline Ltd', 'GB29NWBK60161331926819'],
    ['vossel', 'Brackenfold Trading', 'DE89370400440532013000'],
    ['tulloway', 'Tulloway Letters', 'NL91ABNA0417164301'],
  ],
  app: [
    ['pelagio', 'Pelagio Rewards BV', 'NL91ABNA0417164300'],
    ['tapsorrow', 'Brackenfold Trading', 'DE89370400440532013000'],
    ['fennwick', 'Fennwick Mobile', 'DE89370400440532013000'],
    ['cobblepeak', 'Cobblepeak SAS', 'FR1420041010050500013M02607'],
  ],
} as const;

/** Who sells through the package, as a file of somebody who takes them in. */
const MERCHANTS = {
  web: `name,legal_name,country,email,phone,website,bank_scheme,bank_number
Wool & Wick,Wool and Wick GmbH,DE,orders@woolandwick.example,+49 30 901820,https://woolandwick.example,iban,DE75512108001245126199
Nordfaden,Nordfaden ApS,DK,hej@nordfaden.example,+45 32 12 34 56,https://nordfaden.example,iban,DK5000400440116243
Linen Lane,Linen Lane Ltd,GB,sales@linenlane.example,+44 20 7946 0958,http://linenlane.example,iban,GB33BUKB20201555555555
Tisserie,Tisserie SARL,FR,bonjour@tisserie.example,,https://tisserie.example,,
Fast Fleece,Fast Fleece Trading,DE,deals@mailinator.com,,https://fastfleece.example,iban,DE75512108001245126199
Cordwell,Cordwell Weavers,AT,office@cordwell.example,,https://cordwell.example,iban,AT611904300234573202
`,
  app: `name,legal_name,country,email,phone,website,bank_scheme,bank_number
Gull & Anchor,Gull and Anchor Games Ltd,GB,pay@gullandanchor.example,+44 20 7946 0112,https://gullandanchor.example,iban,GB33BUKB20201555555555
Brig Studio,Brig Studio SAS,FR,contact@brigstudio.example,,https://brigstudio.example,iban,FR1420041010050500013M02606
Coin Harbour,Coin Harbour,DE,team@mailinator.com,,http://coinharbour.example,,
Sextant Skins,Sextant Skins GmbH,AT,office@sextantskins.example,,https://sextantskins.example,iban,AT611904300234573202
`,
} as const;

/** What an account keeps of itself and of whom it pays: once, with the other work. */
export async function loadDemoAccountTools(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const { package_name, platform } = info;
  const parts = {
    ...context,
    ...accountToolPartsOf(context),
    outbound: context.outbound ?? createOutbound(),
    now: () => context.clock.now(),
    // Nobody is asked about accounts that are examples.
    bankService: undefined,
    embedOrigins: context.config.embedOrigins,
  };
  for (const [ad, account_id, name, note] of ACCOUNTS[platform])
    await linkAccount(scope, parts, { package_name, platform: ad, account_id, name, note });
  for (const value of await worstAddress(context, package_name))
    await lookUp(scope, parts, { package_name, value, purpose: 'Many orders of one evening' });
  for (const value of ['winner4411@mailinator.com', '+49 30 901820'])
    await lookUp(scope, parts, { package_name, value, purpose: 'A refund was asked for' });
  for (const [publisher, holder, number] of BANK_CHECKS[platform]) {
    const given = { package_name, publisher: PUBLISHERS[publisher].name, scheme: 'iban', holder, number };
    await checkBankAccount(scope, parts, newBankCheck.parse(given));
  }
  const upload = Readable.from([MERCHANTS[platform]]);
  await takeMerchants(scope, parts, package_name, { upload, contentType: 'text/csv' });
}

/** The one with the most fraud; none without traffic. */
async function worstAddress({ clickhouse }: AppContext, name: string): Promise<string[]> {
  const rows = await clickhouse.query<{ address: string }>(
    sql`SELECT replaceOne(toString(ip), '::ffff:', '') AS address FROM traffic WHERE package = ${typed('String', name)}
        AND verdict != 'filtered' GROUP BY ip ORDER BY countIf(verdict = 'fraud') DESC, count() DESC, ip LIMIT 1`,
  );
  return rows.map(({ address }) => address);
}
