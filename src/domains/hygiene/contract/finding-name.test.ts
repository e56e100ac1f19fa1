import { expect, it } from 'vitest';
import { openTexts } from '#platform/server/texts.ts';
import { THINGS } from '../server/worker/tensors.ts';
import { findingName } from './finding-name.ts';
import { CATEGORIES } from './terms.ts';

it('things and categories are named in the language of the reader, marks and persons by their own names', async () => {
  const texts = openTexts(new URL('../../../..', import.meta.url).pathname);
  const german = await texts('de');
  const t = (key: string, values: object) => german(`hygiene:${key}`, { ...values });
  const titled = THINGS.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  for (const name of titled) expect(german(`hygiene:label_${name}`, { defaultValue: '' }), name).not.toBe('');
  for (const name of CATEGORIES) expect(german(`hygiene:category_${name}`, { defaultValue: '' }), name).not.toBe('');
  expect(findingName(t, 'generic_labels', 'Wine glass')).toBe('Weinglas');
  expect(findingName(t, 'moderation_labels', 'Weapons')).toBe('Waffen');
  expect(findingName(t, 'generic_labels', 'Lighthouse')).toBe('Lighthouse');
  expect([findingName(t, 'logo', 'Book'), findingName(t, 'celebrity', 'Happy')]).toEqual(['Book', 'Happy']);
  expect(findingName(t, 'celebrity', 'erased')).toBe('Gelöschte Person');
});
