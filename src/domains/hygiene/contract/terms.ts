/** Limits of the tools, as people are told them; a megabyte has 1024 times 1024 bytes, and the limit itself is taken. */
const MEGABYTE = 1024 * 1024;
export const MOST_BYTES = { image: 5 * MEGABYTE, video: 50 * MEGABYTE, audio: 39 * MEGABYTE } as const;
export const MOST_SECONDS = { video: 40, audio: 60 } as const;
/** What lasts a few hundredths longer was cut there by whatever made it. */
export const SECONDS_OFF = 0.5;

export const KINDS = ['image', 'video', 'audio'] as const;
export type Kind = (typeof KINDS)[number];

/** What is asked of an analysis; anything but a speech is looked at in every way there is. */
export const ANALYSES = ['generic_all', 'speech_recognition'] as const;
export type AnalysisName = (typeof ANALYSES)[number];
export const analysisOf = (kind: Kind): AnalysisName => (kind === 'audio' ? 'speech_recognition' : 'generic_all');

/** A file that was uploaded is gone after so long, and nobody is shown a list of them. */
export const KEPT_HOURS = 24;
/** The address of an upload reads it for so long. */
export const ADDRESS_MINUTES = 15;
/** A call waits so long for its analysis; asked again, it is answered from the same one. */
export const HELD_MS = 140_000;
/** A screen gives up after so long (BH-CONST-03). */
export const WAIT_MS = 150_000;
/** Uploads of one address in an hour, of people who are not signed in. */
export const UPLOADS_AN_HOUR = 20;

export const VERDICTS = ['safe', 'review', 'unsafe'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What may be wrong with a creative; names of the first level follow Rekognition, so that analysers agree. */
export const CATEGORIES = [
  'Explicit',
  'Suggestive',
  'Alcohol',
  'Weapons',
  'Profanity',
  'Hate',
  'Drugs & Tobacco',
  'Gambling',
  'Violence',
  'Own words',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** What a kept result says in the place of somebody who was erased or taken out of the gallery. */
export const ERASED = 'erased';

/** Parts of an analysis, as the screen shows them one below the other. */
export const SECTIONS = [
  'generic_labels',
  'celebrity',
  'logo',
  'moderation_labels',
  'demographics',
  'text',
  'translation',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Why a part is not there. A closed list: screens say it in six languages. */
export const ABSENCES = [
  /** A package or program is missing here; `needs` names it. */
  'not_installed',
  /** Switched off for the package, or never switched on. */
  'switched_off',
  /** Nothing to compare with: no marks or no persons are kept. */
  'nothing_kept',
  /** The language is not one that can be translated here. */
  'no_pair',
  /** The film or recording is silent. */
  'silent',
  /** Speech is recognised in English only. */
  'english_only',
  /** Read were letters of English; those of other scripts are not, and a few of them are not noticed either. */
  'latin_only',
  /** Letters are there that are none of English, and nobody has read them. */
  'other_script',
  /** It was broken off: it would have taken too long. */
  'too_slow',
  /** Taken as a recording: its moving pictures were not looked at. */
  'sound_only',
  /** The outside service does not do it. */
  'not_offered',
] as const;

export const STATES = ['queued', 'processing', 'done', 'failed'] as const;

/** What is done about a finding of a category. */
export const ACTIONS = ['ignore', 'review', 'unsafe'] as const;
