import type { UnsafeTopic } from './unsafe-topics.ts';

/**
 * What the page, app or video around an ad is about, and which of that no brand wants to stand beside: the topics of the
 * brand safety floor (GARM, 2022) as sources write them, the codes of the IAB Content Taxonomy 1.0 for content that is
 * not standard (IAB25) or illegal (IAB26), and gambling, which most advertisers leave out. A source may name several
 * categories of one page, parted by commas, bars, slashes or arrows; whole names count, never parts of one, so that
 * "Adult Education" is not adult. Where several fit, the first topic does.
 */
const NAMES = {
  adult: `adult|adult content|adult entertainment|adult themes|adult & explicit sexual content|
      adult and explicit sexual content|explicit sexual content|sexual content|porn|pornography|nudity|erotica|xxx|
      mature|mature content|iab25-3`,
  terrorism: 'terrorism|terror|terrorist content',
  hate: 'hate|hate speech|hate content|hate speech & acts of aggression|racism|extremism|iab25-5',
  death: `death|injury|death or injury|violence|graphic violence|explicit violence|extreme graphic violence|gore|
      military conflict|armed conflict|iab25-2`,
  arms: 'arms|arms & ammunition|arms and ammunition|ammunition|weapon|weapons|firearms|guns',
  crime: `crime|crime & harmful acts|crime and harmful acts|harmful acts|human rights violations|illegal|
      illegal content|iab26|iab26-1`,
  drugs: 'drugs|illegal drugs|narcotics|cannabis|tobacco|vaping|e-cigarettes|alcohol',
  piracy: 'piracy|online piracy|pirated content|warez|torrent|torrents|copyright infringement|iab26-2|iab26-4',
  malware: 'spam|spam or harmful content|harmful content|malware|spyware|phishing|iab26-3',
  obscenity: 'obscenity|obscenity and profanity|obscenity & profanity|profanity|profane content|iab25-4',
  misinformation: 'misinformation|disinformation|fake news|conspiracy theories',
  social: 'debated sensitive social issue|debated sensitive social issues|sensitive social issues',
  gambling: 'gambling|online gambling|casino|casinos|casinos & gambling|betting|sports betting',
  unmoderated: 'unmoderated|unmoderated ugc|unmoderated content|non-standard content|iab25|iab25-1',
} as const satisfies Record<UnsafeTopic, string>;

export const UNSAFE_TOPIC_NAMES = Object.keys(NAMES) as UnsafeTopic[];

/** Names of categories of a topic, as sources write them. */
export const namesOfTopic = (topic: UnsafeTopic): string[] => NAMES[topic].split(/\|\s*/);

/** What is said of the surroundings of an ad; nothing where no category came with it. */
export const SAFETIES = ['unsafe', 'safe'] as const;

/**
 * Finds a topic in a category in lower case, for the engine and here alike. A blank in a name stands for a line as well.
 */
export const topicPattern = (topic: UnsafeTopic): string => {
  const names = namesOfTopic(topic).join('|').replaceAll(' ', '[ _-]');
  return `(?:^|[,;|>/])[ ]*(?:${names})[ ]*(?:$|[,;|>/])`;
};

const PATTERNS = UNSAFE_TOPIC_NAMES.map((topic) => [topic, new RegExp(topicPattern(topic))] as const);

/** The topic a reported category belongs to; none of a harmless one. */
export const topicOf = (category: string): UnsafeTopic | '' =>
  PATTERNS.find(([, pattern]) => pattern.test(category.toLowerCase()))?.[0] ?? '';
