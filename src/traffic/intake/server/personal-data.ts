import { idsOf, type Person, type PersonalData } from '#platform/server/personal-data.ts';
import { type PersonWords, personMappings, personRejects } from './person-texts.ts';

/**
 * By which texts of imports are searched. A name of a single word is too common to look for: it would take away what is
 * about others.
 */
const wordsOf = (person: Person): PersonWords => ({
  words: [...idsOf(person), ...person.names.filter((name) => /\S\s+\S/.test(name))],
  packageName: person.package_name,
});

/** Records of rejects files that name the person. */
export const personalRejects: PersonalData = {
  what: 'rejects',
  step: 'files',
  count: ({ database, files }, person) => personRejects(database, files, wordsOf(person), false),
  erase: async ({ database, files }, person, report) =>
    report(await personRejects(database, files, wordsOf(person), true)),
};

/** Column mappings of imports that name the person. */
export const personalMappings: PersonalData = {
  what: 'mappings',
  step: 'files',
  count: ({ database }, person) => personMappings(database, wordsOf(person), false),
  erase: async ({ database }, person, report) => report(await personMappings(database, wordsOf(person), true)),
};
