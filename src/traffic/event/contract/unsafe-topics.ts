/** Topics no brand wants to stand beside, the first that fits first; what sources call them stands in `surroundings.ts`. */
export const UNSAFE_TOPICS = {
  adult: { label: 'Adult content' },
  terrorism: { label: 'Terrorism' },
  hate: { label: 'Hate speech' },
  death: { label: 'Death, injury and violence' },
  arms: { label: 'Arms and ammunition' },
  crime: { label: 'Crime' },
  drugs: { label: 'Drugs, tobacco and alcohol' },
  piracy: { label: 'Online piracy' },
  malware: { label: 'Spam and malware' },
  obscenity: { label: 'Obscenity and profanity' },
  misinformation: { label: 'Misinformation' },
  social: { label: 'Disputed social issues' },
  gambling: { label: 'Gambling' },
  unmoderated: { label: 'Unmoderated content' },
} as const;

export type UnsafeTopic = keyof typeof UNSAFE_TOPICS;
