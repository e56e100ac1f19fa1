import type { z } from 'zod';
import {
  type ResultRow,
  SAMPLE,
  SCAN_MESSAGES,
  type ScanAnswer,
  type ScanMessage,
  type scanRow,
} from '#domains/relevancy/contract/scan.ts';
import { estimateOf } from './estimate.ts';
import { type Found, type FoundVideo, NoAnswer, type Question, type VideoSource } from './found-video.ts';
import { countryOf, languageOf, locationOf } from './places.ts';
import { refuse } from './refuse.ts';
import { judge } from './score.ts';

/** Questions of one scan that are asked at a time. */
const AT_A_TIME = 4;

/**
 * Rows in the order of what was asked, and behind them a message for each question without any; one message alone where
 * none has.
 */
export async function scan(source: VideoSource, rows: readonly z.output<typeof scanRow>[]): Promise<ScanAnswer> {
  const questions = rows.map(questionOf);
  const answers: (ResultRow[] | NoAnswer)[] = [];
  for (let at = 0; at < questions.length; at += AT_A_TIME)
    answers.push(...(await Promise.all(questions.slice(at, at + AT_A_TIME).map((each) => ask(source, each)))));
  const results = answers.flatMap((answer) => (answer instanceof NoAnswer ? [] : answer));
  if (results.length > 0)
    return [
      ...results,
      ...answers.flatMap((answer, at) => {
        const asked = questions[at];
        const isEmpty = answer instanceof NoAnswer || answer.length === 0;
        return isEmpty && asked ? [withoutAnswer(asked, answer instanceof NoAnswer ? answer.why : 'nothing')] : [];
      }),
    ];
  const refused = answers.find((answer) => answer instanceof NoAnswer);
  return [{ message: SCAN_MESSAGES[refused?.why ?? 'nothing'] }];
}

const withoutAnswer = (question: Question, why: keyof typeof SCAN_MESSAGES): ScanMessage => ({
  message: SCAN_MESSAGES[why],
  keyword: question.keyword,
  location_code: locationOf(question.country),
  language_code: question.language,
});

async function ask(source: VideoSource, question: Question): Promise<ResultRow[] | NoAnswer> {
  try {
    const found = await source.search(question, SAMPLE);
    return found.videos.map((video) => resultOf(question, found, video));
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

/** Throws for a country or a language there is not, naming the field. */
function questionOf({ keywords, location_code, language_code }: z.output<typeof scanRow>, at: number): Question {
  const country = countryOf(location_code);
  if (country === undefined) throw refuse('scan_location', { code: location_code }, { field: `${at}.location_code` });
  const language = languageOf(language_code);
  if (language === undefined) throw refuse('scan_language', { code: language_code }, { field: `${at}.language_code` });
  return { keyword: keywords, country, language };
}

function resultOf(question: Question, { matches, total }: Found, video: FoundVideo): ResultRow {
  const { status, relevancy, risk, riskCategories, reasons } = judge(question, video);
  return {
    keyword: question.keyword,
    category: video.category,
    title: video.title,
    video_url: video.url,
    owner_channel_name: video.channelName,
    view_count: video.views,
    length_seconds: video.lengthSeconds,
    upload_date: video.publishedOn,
    status,
    location_code: locationOf(question.country),
    language_code: question.language,
    relevancy,
    risk,
    risk_categories: riskCategories,
    reasons,
    channel_id: video.channelId,
    matches,
    potential_count: total?.count ?? estimateOf(question),
    counted_by: total?.by ?? 'estimated',
    source: video.source,
    untold: [...video.untold],
  };
}
