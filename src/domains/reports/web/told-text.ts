import type { ReportEntry } from '#domains/reports/contract/endpoints.ts';
import type { Message } from '#platform/contract/message.ts';
import { useMessageText } from '#platform/web/ui/message-text.ts';

const isMessage = (told: unknown): told is Message =>
  typeof told === 'object' && told !== null && 'code' in told && 'values' in told;

/** Why a report failed, in the reader's language where its words are known. */
export function useToldText(): (error: Pick<NonNullable<ReportEntry['error']>, 'message' | 'told'>) => string {
  const text = useMessageText();
  return ({ message, told }) => (isMessage(told) ? text(told) : undefined) ?? message;
}
