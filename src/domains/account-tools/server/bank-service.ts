import { z } from 'zod';
import type { BankReason, BankState } from '#domains/account-tools/contract/bank.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import type { BankAccount } from './bank-form.ts';

/** What a service of the operator answers: the state of the account and, where it knows, whether the holder fits. */
const answer = z.object({
  account_status: z.enum(['valid', 'invalid', 'pending']),
  name_match_score: z.number().min(0).max(100).nullish(),
});

/** Under it the name given is taken for another one's. */
const NAME_FITS_FROM = 80;

/**
 * Asks whose an account is. The key goes from server to server only; a service that is away changes nothing about what
 * the form says.
 */
export async function askBankService(
  outbound: Outbound,
  { url, key }: { url: string; key: string },
  { holder, ...account }: BankAccount & { holder: string },
): Promise<{ state: BankState; reason: BankReason }> {
  const target = new URL(url);
  target.searchParams.set('api_key', key);
  const body = JSON.stringify({
    scheme: account.scheme,
    account_number: account.number,
    bank_code: account.bankCode,
    holder_name: holder,
  });
  const said = await outbound.postJson(target.href, body).catch(() => undefined);
  const read = said?.status === 200 ? answer.safeParse(json(said.body)) : undefined;
  if (!read?.success) return { state: 'format_ok', reason: 'service_away' };
  const { account_status, name_match_score: score } = read.data;
  if (account_status === 'invalid') return { state: 'invalid', reason: 'service_refused' };
  if (account_status === 'pending') return { state: 'pending', reason: 'form_only' };
  return typeof score === 'number' && score < NAME_FITS_FROM
    ? { state: 'name_mismatch', reason: 'service_mismatch' }
    : { state: 'verified', reason: 'service_verified' };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
