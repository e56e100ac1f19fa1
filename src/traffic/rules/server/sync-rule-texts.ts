/**
 * `npm run sync`: notes beside each new translation of a rule or method which English it belongs to, sorts the files,
 * and writes the English names of rules and limits for the browser. A translation whose English has changed is named
 * and left as it is: whoever has translated it anew takes its line "of" away and runs this again.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RULE_LANGUAGES } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { publicTexts, type RuleTextFile } from './public-texts.ts';
import { englishRuleTexts, outdatedTexts, RULE_TEXTS, sortedByKey } from './rule-texts.ts';

const FOLDER = 'src/traffic/rules';
const english = englishRuleTexts();

const noted = <T extends { of?: string }>(entries: Readonly<Record<string, T>>, kind: 'rules' | 'methods') =>
  sortedByKey(
    Object.fromEntries(
      Object.entries(entries).map(([id, text]) => [id, { ...text, of: text.of ?? english[kind][id]?.of }]),
    ),
  );

const write = (path: string, value: object): Promise<void> =>
  writeFile(join(FOLDER, path), `${JSON.stringify(value, null, 2)}\n`);

const synced = ({ rules, limits, methods }: RuleTextFile): object => ({
  rules: noted(rules, 'rules'),
  limits: sortedByKey(limits),
  methods: noted(methods, 'methods'),
});

for (const language of RULE_LANGUAGES) await write(`server/texts/${language}.json`, synced(RULE_TEXTS[language]));
await write('web/i18n/rule-names.en.json', publicTexts(english)['rule-names']);

const outdated = RULE_LANGUAGES.flatMap((language) =>
  outdatedTexts(RULE_TEXTS[language], english).map((which) => `${language}: ${which}`),
);
if (outdated.length > 0)
  throw new Error(
    `Older than their English: ${outdated.join(', ')}. Translate them, take their "of" away, and run this again.`,
  );
