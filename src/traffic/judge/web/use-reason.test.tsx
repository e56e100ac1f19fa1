// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import { RECORDED_REASONS, recorded } from '#traffic/event/contract/recorded-reasons.ts';
import type { VerdictChangeRow } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import publisher from './i18n/verdict-changes.de.json' with { type: 'json' };
import english from './i18n/verdict-changes.en.json' with { type: 'json' };
import { useReason } from './use-reason.ts';

type Row = Pick<VerdictChangeRow, 'reason' | 'told'>;
function Shown({ row }: { row: Row }) {
  return <output>{useReason()(row)}</output>;
}
const said = async (row: Row): Promise<string | null> => {
  await show(<Shown row={row} />, { 'verdict-changes': publisher }, '/', 'de');
  return screen.getByRole('status').textContent;
};
afterEach(cleanup);

it.each([
  [
    'what the program recorded is said in the reader’s language',
    recorded('scheduled_sweep', { days: 8 }),
    'Geplanter Durchlauf über 8 Tage',
  ],
  [
    'a row from before keeps its text',
    { reason: 'Scheduled sweep of 8 days', told: null },
    'Scheduled sweep of 8 days',
  ],
  ['a code of a newer version keeps its text', { reason: 'Moon', told: { code: 'moon', values: {} } }, 'Moon'],
])('%s', async (_what, row, text) => {
  expect(await said(row)).toBe(text);
});

it('every reason of the program has a text, in English the one that is recorded', () => {
  const texts: Readonly<Record<string, string>> = english;
  for (const [code, text] of Object.entries(RECORDED_REASONS)) expect(texts[`reason_${code}`]).toBe(text);
});
