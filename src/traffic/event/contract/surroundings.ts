/**
 * What the page, app or video around an ad is about, and which of that no brand wants to stand beside: the topics of the
 * brand safety floor (GARM, 2022) as sources write them, the codes of the IAB Content Taxonomy 1.0 for content that is
 * not standard (IAB25) or illegal (IAB26), and gambling, which most advertisers leave out. A source may name several
 * categories of one page, parted by commas, bars, slashes or arrows; whole names count, never parts of one, so that
 * "Adult Education" is not adult. Where several fit, the first topic does.
 */
export const UNSAFE_TOPICS = {
  adult: {
    label: 'Adult content',
    names: `adult|adult content|adult entertainment|adult themes|adult & explicit sexual content|
      adult and explicit sexual content|explicit sexual content|sexual content|porn|pornography|nudity|erotica|xxx|
      mature|mature content|iab25-3`,
  },
  terrorism: { label: 'Terrorism', names: 'terrorism|terror|terrorist content' },
  hate: {
    label: 'Hate speech',
    names: 'hate|hate speech|hate content|hate speech & acts of aggression|racism|extremism|iab25-5',
  },
  death: {
    label: 'Death, injury and violence',
    names: `death|injury|death or injury|violence|graphic violence|explicit violence|extreme graphic violence|gore|
      military conflict|armed conflict|iab25-2`,
  },
  arms: {
    label: 'Arms and ammunition',
    names: 'arms|arms & ammunition|arms and ammunition|ammunition|weapon|weapons|firearms|guns',
  },
  crime: {
    label: 'Crime',
    names: `crime|crime & harmful acts|crime and harmful acts|harmful acts|human rights violations|illegal|
      illegal content|iab26|iab26-1`,
  },
  drugs: {
    label: 'Drugs, tobacco and alcohol',
    names: 'drugs|illegal drugs|narcotics|cannabis|tobacco|vaping|e-cigarettes|alcohol',
  },
  piracy: {
    label: 'Online piracy',
    names: 'piracy|online piracy|pirated content|warez|torrent|torrents|copyright infringement|iab26-2|iab26-4',
  },
  malware: {
    label: 'Spam and malware',
    names: 'spam|spam or harmful content|harmful content|malware|spyware|phishing|iab26-3',
  },
  obscenity: {
    label: 'Obscenity and profanity',
    names: 'obscenity|obscenity and profanity|obscenity & profanity|profanity|profane content|iab25-4',
  },
  misinformation: {
    label: 'Misinformation',
    names: 'misinformation|disinformation|fake news|conspiracy theories',
  },
  social: {
    label: 'Disputed social issues',
    names: 'debated sensitive social issue|debated sensitive social issues|sensitive social issues',
  },
  gambling: {
    label: 'Gambling',
    names: 'gambling|online gambling|casino|casinos|casinos & gambling|betting|sports betting',
  },
  unmoderated: {
    label: 'Unmoderated content',
    names: 'unmoderated|unmoderated ugc|unmoderated content|non-standard content|iab25|iab25-1',
  },
} as const satisfies Record<string, { label: string; names: string }>;

export type UnsafeTopic = keyof typeof UNSAFE_TOPICS;
export const UNSAFE_TOPIC_NAMES = Object.keys(UNSAFE_TOPICS) as UnsafeTopic[];

/** What is said of the surroundings of an ad; nothing where no category came with it. */
export const SAFETIES = ['unsafe', 'safe'] as const;

/**
 * Finds a topic in a category in lower case, for the engine and here alike. A blank in a name stands for a line as well.
 */
export const topicPattern = (topic: UnsafeTopic): string => {
  const names = UNSAFE_TOPICS[topic].names.replace(/\|\s+/g, '|').replaceAll(' ', '[ _-]');
  return `(?:^|[,;|>/])[ ]*(?:${names})[ ]*(?:$|[,;|>/])`;
};

const PATTERNS = UNSAFE_TOPIC_NAMES.map((topic) => [topic, new RegExp(topicPattern(topic))] as const);

/** The topic a reported category belongs to; none of a harmless one. */
export const topicOf = (category: string): UnsafeTopic | '' =>
  PATTERNS.find(([, pattern]) => pattern.test(category.toLowerCase()))?.[0] ?? '';
