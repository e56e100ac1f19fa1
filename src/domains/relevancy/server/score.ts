import type { Reason, Status } from '#domains/relevancy/contract/scan.ts';
import type { FoundVideo, Question } from './found-video.ts';
import { hasContext, hitsIn, namedCategory } from './lexicon.ts';

/** Weights and limits: docs/decisions/0064-video-relevancy.md. */
const OF_RANK = 0.6;
const OF_PHRASE = 0.25;
const OF_LANGUAGE = 0.15;
const RELEVANT_FROM = 0.4;
const REVIEW_FROM = 0.25;
const UNSAFE_FROM = 0.6;
/** What a category of the catalogue says by itself, or the age a video is kept for. */
const BY_CATEGORY = 0.9;
const BY_AGE = 1;
const FLOOR_WEIGHT = 3;
/** Told about rather than shown: lowers, and a term of the floor hardly. */
const IN_CONTEXT = { floor: 0.8, other: 0.6 };
/** The longer a text, the less of it is looked at. */
const READ = 5_000;

const FIELDS = [
  { field: 'title', weight: 3 },
  { field: 'tags', weight: 1.5 },
  { field: 'description', weight: 1 },
  { field: 'transcript', weight: 1 },
] as const;
type Field = (typeof FIELDS)[number]['field'];

export interface Judged {
  status: Status;
  /** 0..1. */
  relevancy: number;
  /** 0..1, that of the worst category. */
  risk: number;
  riskCategories: string[];
  reasons: Reason[];
}

/** Two numbers and what follows from them, always with what they stand on. */
export function judge(question: Question, video: FoundVideo): Judged {
  const fit = relevancyOf(question, video);
  const danger = riskOf(video);
  return {
    status: statusOf(fit.relevancy, danger.risk),
    relevancy: rounded(fit.relevancy),
    risk: rounded(danger.risk),
    riskCategories: danger.categories,
    reasons: [...danger.reasons, ...fit.reasons],
  };
}

function statusOf(relevancy: number, risk: number): Status {
  if (risk >= UNSAFE_FROM) return 'Unsafe';
  if (risk >= REVIEW_FROM) return 'Review';
  return relevancy >= RELEVANT_FROM ? 'Relevant' : 'Irrelevant';
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000;
const textOf = (video: FoundVideo, field: Field): string =>
  (field === 'tags' ? video.tags.join(' · ') : video[field]).slice(0, READ);
const lower = (text: string): string => text.normalize('NFKC').toLowerCase();

function relevancyOf({ keyword, language }: Question, video: FoundVideo) {
  const phrase = lower(keyword).trim();
  const inField = FIELDS.find(({ field }) => lower(textOf(video, field)).includes(phrase))?.field;
  const isPhrase = inField === 'title' || inField === 'tags';
  const ofLanguage = video.language === language ? 1 : video.language === '' ? 0.5 : 0;
  const relevancy = OF_RANK * video.rank + (isPhrase ? OF_PHRASE : 0) + OF_LANGUAGE * ofLanguage;
  const reasons: Reason[] = [inField === undefined ? { code: 'words_apart' } : { code: 'phrase', field: inField }];
  if (ofLanguage !== 1) reasons.push({ code: ofLanguage === 0 ? 'other_language' : 'unknown_language' });
  if (video.madeForKids) reasons.push({ code: 'made_for_kids' });
  return { relevancy, reasons };
}

function riskOf(video: FoundVideo) {
  const reasons: Reason[] = [];
  const weights = new Map<string, number>();
  const hits = FIELDS.map(({ field, weight }) => ({
    field,
    weight,
    hits: hitsIn(textOf(video, field), video.language),
  }));
  const lowered =
    hits.some((each) => each.hits.length > 0) &&
    FIELDS.some(({ field }) => hasContext(textOf(video, field), video.language));
  for (const { field, weight, hits: found } of hits) {
    const counts = new Map<string, { category: string; term: string; floor: boolean; times: number }>();
    for (const hit of found) {
      const key = `${hit.category} ${hit.term}`;
      counts.set(key, { ...hit, times: (counts.get(key)?.times ?? 0) + 1 });
    }
    for (const { category, term, floor, times } of counts.values()) {
      const inContext = lowered ? IN_CONTEXT[floor ? 'floor' : 'other'] : 1;
      const heavy = weight * Math.log2(1 + times) * (floor ? FLOOR_WEIGHT : 1) * inContext;
      weights.set(category, (weights.get(category) ?? 0) + heavy);
      reasons.push({ code: 'risk_term', category, term: term.replaceAll('*', ''), field });
    }
  }
  const risks = new Map([...weights].map(([category, weight]) => [category, 1 - Math.exp(-weight / 4)]));
  const named = namedCategory(video.category);
  if (named !== undefined) {
    risks.set(named, Math.max(BY_CATEGORY, risks.get(named) ?? 0));
    reasons.push({ code: 'risk_category', category: named });
  }
  if (video.ageRestricted) reasons.push({ code: 'age_restricted' });
  if (lowered && reasons.length > 0) reasons.push({ code: 'in_context' });
  const worst = Math.max(0, ...risks.values(), video.ageRestricted ? BY_AGE : 0);
  const categories = [...risks].filter(([, risk]) => risk >= REVIEW_FROM).sort(([, a], [, b]) => b - a);
  return { risk: worst, categories: categories.map(([category]) => category), reasons };
}
