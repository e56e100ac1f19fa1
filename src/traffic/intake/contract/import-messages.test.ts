import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMPORT_MESSAGES, importMessage, importText, MESSAGE_CODES } from './import-messages.ts';

const textsOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../web/i18n/refusals.${locale}.json`), 'utf8'));
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe('what an import tells', () => {
  it.each(MESSAGE_CODES)('%s is told from its English text again, odd file names included', (code) => {
    for (const odd of ['a.csv', 'is empty.', 'x: y has no records.', 'line\nbreak.csv', '{{name}}', '日本.csv']) {
      const values = Object.fromEntries(holes(IMPORT_MESSAGES[code]).map((name) => [name ?? '', odd]));
      const told = importMessage(importText(code, values));
      if (odd === 'a.csv') expect(told).toEqual({ code, values });
      expect(told && importText(told.code, told.values)).toBe(importText(code, values));
    }
  });

  it('has no code for a text of another origin', () => {
    expect(importMessage('Code: 241. DB::Exception: Memory limit exceeded')).toBeNull();
  });

  it.each(['en', 'de', 'es', 'fr', 'ja', 'zh'])('is worded in %s with every value', (locale) => {
    const texts = textsOf(locale);
    for (const code of MESSAGE_CODES) {
      const text = texts[code] ?? '';
      expect(holes(text), code).toEqual(holes(IMPORT_MESSAGES[code]));
      if (locale === 'en') expect(text).toBe(IMPORT_MESSAGES[code]);
      else expect(text, code).not.toBe(IMPORT_MESSAGES[code]);
    }
  });
});
