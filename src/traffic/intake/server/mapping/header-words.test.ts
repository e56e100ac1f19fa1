import { describe, expect, test } from 'vitest';
import type { Reading } from '#traffic/intake/contract/import-mapping.ts';
import { normaliseHeader } from '../formats/format.ts';
import { guessMapping } from './guess-mapping.ts';
import { HEADER_WORDS } from './header-words.ts';
import { TARGETS } from './targets.ts';

const reading: Reading = { shape: 'csv', encoding: 'utf-8', delimiter: ';', header: true };
/** What the first columns named so are stored as. */
const guessed = (names: string[]) => {
  const { mapping, columns } = guessMapping({ fileName: 'export.csv', reading, names, records: [] }, 'UTC');
  return columns.map((key) => Object.entries(mapping.fields).find(([, field]) => field.from.includes(key))?.[0]);
};

describe('headers of other languages', () => {
  test.each([
    ['German', ['Zeitpunkt', 'Quelle', 'Kampagne', 'IP Adresse', 'Gerät', 'Kosten', 'Währung', 'Land']],
    ['Spanish', ['Fecha y hora', 'Fuente', 'Campaña', 'Dirección IP', 'Dispositivo', 'Coste', 'Moneda', 'País']],
    ['French', ['Horodatage', 'Éditeur', 'Campagne', 'Adresse IP', 'Appareil', 'Coût', 'Devise', 'Pays']],
    ['Japanese', ['日時', '媒体', 'キャンペーン', 'IPアドレス', '機種', '費用', '通貨', '国']],
    ['Chinese', ['时间', '来源', '广告系列', 'IP地址', '机型', '费用', '货币', '国家']],
  ])('in %s are understood', (_, names) => {
    expect(guessed(names)).toEqual([
      'ts',
      'publisher',
      'campaign',
      'ip',
      'device_model',
      'cost',
      'currency',
      'declared_country',
    ]);
  });

  test('are spelt as headers are compared, name a stored column, and mean one thing', () => {
    const meaning = new Map<string, string>();
    for (const [target, names] of Object.entries(HEADER_WORDS)) {
      expect(TARGETS).toHaveProperty(target);
      for (const name of names) {
        expect(normaliseHeader(name)).toBe(name);
        expect(meaning.get(name), name).toBeUndefined();
        meaning.set(name, target);
      }
    }
  });

  test('come after English ones', () => {
    expect(guessed(['ip', 'IP Adresse', 'time', 'Zeit'])).toEqual(['ip', 'ip', 'ts', undefined]);
  });
});
