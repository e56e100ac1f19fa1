import { expect } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { PayoutRow, PayoutTotal, SettlementView } from '../contract/payout.ts';
import { PKG, type useSettled, ZONE } from './use-settled.ts';

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

export const NOVEMBER = { from: '2026-11-01', to: '2026-11-10' };

export interface Report {
  data: PayoutRow[];
  total: number;
  Total_pages: number;
  totals: PayoutTotal[];
}

export const of = (rows: readonly SettlementView[], publisher: string): SettlementView => {
  const row = rows.find((each) => each.publisher === publisher);
  if (!row) throw new Error(publisher);
  return row;
};

/** What is paid for, counted by SQL of its own: no bucket of the product, no function of it. */

export const PAID = sql`verdict != 'filtered' AND verdict != 'fraud' AND handling = '' AND handling_reason = ''
  AND lower(extra['order_status']) != 'rejected'`;

export interface Counted {
  campaign: string;
  event: string;
  gross: number;
  paid: number;
  earned: string;
}

/** The calls of these tests, as whoever is named. */
export function settlementCalls({ app, get, send }: ReturnType<typeof useSettled>) {
  const reportOf = async ({ from, to } = OCTOBER, more = ''): Promise<Report> => {
    const { status, body } = await get(
      `/v2/payout_report?package_name=${PKG}&fromDate=${from}&toDate=${to}&limit=500${more}`,
    );
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
    return body;
  };
  const generate = async ({ from, to } = OCTOBER, who = 'owner', publishers: string[] = []) =>
    send('POST', '/payout_report', { package_name: PKG, period_from: from, period_to: to, publishers }, who);
  const listed = async (more = ''): Promise<SettlementView[]> =>
    (await get(`/payout_report?package_name=${PKG}&limit=500${more}`)).body.data;
  const approve = (rows: readonly SettlementView[], who = 'owner', name = PKG) =>
    send(
      'POST',
      '/payout_report/approve',
      { package_name: name, settlements: rows.map(({ id, updated_at }) => ({ id, updated_at })) },
      who,
    );
  const counted = (publisher: string, kind: string, { from, to } = OCTOBER, paid = PAID) =>
    app.context.clickhouse.query<Counted>(
      sql`SELECT toString(campaign) AS campaign, toString(event_name) AS event, countIf(verdict != 'filtered') AS gross,
        countIf(${paid}) AS paid, toString(sumIf(revenue, ${paid})) AS earned FROM traffic
      WHERE package = ${typed('String', PKG)} AND publisher = ${typed('String', publisher)} AND kind = ${typed('String', kind)}
        AND toDate(ts, ${typed('String', ZONE)}) BETWEEN ${typed('Date', from)} AND ${typed('Date', to)}
      GROUP BY campaign, event ORDER BY campaign, event SETTINGS prefer_column_name_to_alias = 1`,
    );
  return { reportOf, generate, listed, approve, counted };
}
