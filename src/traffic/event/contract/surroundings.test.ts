import { expect, it } from 'vitest';
import { namesOfTopic, topicOf, UNSAFE_TOPIC_NAMES } from './surroundings.ts';

it.each([
  ['Weapons', 'arms'],
  ['IAB25-3', 'adult'],
  ['IAB1-2,IAB26-3', 'malware'],
  ['Sensitive Topics/Adult & Explicit Sexual Content', 'adult'],
  ['News > Crime', 'crime'],
  ['hate_speech', 'hate'],
  ['Crime|Terrorism', 'terrorism'],
])('%s is unsafe: %s', (category, topic) => {
  expect(topicOf(category)).toBe(topic);
});

it.each(['Adult Education', 'Sports', 'IAB25-30', 'IAB17', 'True Crime Podcasts', 'Charms', ''])(
  '%s is not: whole names count, never parts of one',
  (category) => {
    expect(topicOf(category)).toBe('');
  },
);

it('no name belongs to two topics', () => {
  const names = UNSAFE_TOPIC_NAMES.flatMap((topic) => namesOfTopic(topic));
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  for (const topic of UNSAFE_TOPIC_NAMES) for (const name of namesOfTopic(topic)) expect(topicOf(name)).toBe(topic);
});
