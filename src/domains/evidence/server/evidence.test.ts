import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { jobPartsOf } from '#app/server/start-jobs.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { PayoutRow } from '../../settlements/contract/payout.ts';
import { PKG, ZONE } from '../../settlements/testing/use-settled.ts';
import type { EvidenceRecord } from '../contract/evidence.ts';
import { DEVICE, OCTOBER, useEvidence } from '../testing/use-evidence.ts';
import { archiveOf } from './evidence-files.ts';
import { makeEvidence } from './make-evidence.ts';
import { verifyArchive } from './verify/verify-archive.ts';

const { app, get, send, version, make, one, work, remove, unpack } = useEvidence();
const run = promisify(execFile);

/** What may be claimed, by SQL of its own. */
const CLAIMABLE = sql`verdict != 'filtered' AND (verdict = 'fraud' OR handling_reason = 'duplicate')
  AND toDate(ts, ${typed('String', ZONE)}) BETWEEN '2026-10-01' AND '2026-10-31'`;

const counted = async (publisher: string, more = sql`true`): Promise<number> => {
  const [row] = await app.context.clickhouse.query<{ n: number }>(
    sql`SELECT count() AS n FROM traffic WHERE package = ${typed('String', PKG)}
      AND publisher = ${typed('String', publisher)} AND ${CLAIMABLE} AND ${more}`,
  );
  return row?.n ?? 0;
};

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const idsIn = (rows: readonly Record<string, string>[], claim: string) =>
  rows.filter((row) => row['claim'] === claim).map((row) => row['id']);

describe('an evidence file', () => {
  it('holds every invalid event once, adds up to what the payout report deducted, and is checked without the server', async () => {
    const made = await make({ publisher: 'Alpha' });
    expect(made).toMatchObject({ state: 'ready', masked: true, amounts_from: 'payout', claimed_before: 0, late: 0 });
    const { path, folder, text, json, rows } = await unpack(made.id);
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(made.sha256);
    expect(readdirSync(folder).sort()).toEqual(
      [
        'README.txt',
        'counts.json',
        'cover.pdf',
        'events.csv',
        'events.parquet',
        'evidence.zip',
        'manifest.json',
      ].concat(['manifest.sig', 'public-key.pem', 'rules.json', 'verify.mjs']),
    );
    const all = await counted('Alpha');
    expect([rows().length, made.claimed, made.events]).toEqual([all, all, all]);
    expect(new Set(rows().map((row) => row['id'])).size).toBe(all);

    const { data } = (await get(`/payout_report/${made.settlement_id}`)).body;
    const deducted = data.rows.flatMap((row: PayoutRow) =>
      Object.entries(row.deducted)
        .filter(([bucket]) => bucket === 'duplicate' || bucket.startsWith('invalid.'))
        .map(([, amount]) => cents(amount)),
    );
    const whole = deducted.reduce((sum: number, amount: number) => sum + amount, 0);
    expect(whole).toBeGreaterThan(0);
    expect(made.totals.map(({ amount, currency }) => [cents(amount), currency])).toEqual([[whole, 'EUR']]);
    const sum = rows().reduce((so, row) => so + Number(row['amount'] ?? 0), 0);
    expect(Math.round(sum * 100)).toBe(whole);
    expect(made.lines.reduce((so, { units }) => so + units, 0)).toBe(all);
    expect(json('counts.json')['payout_report']).toMatchObject({ id: made.settlement_id, rows: data.rows });

    // What a spreadsheet would calculate is text, a comma stays in its cell.
    const campaigns = new Set(rows().map((row) => row['campaign']));
    expect([...campaigns]).toEqual(expect.arrayContaining([`'=HYPERLINK("x")`, 'spring, "late"']));
    const seen = rows().find((row) => row['rules'] === 'data_center');
    expect(seen).toMatchObject({ reasons: 'net.datacenter', observed: expect.stringContaining('ip_class=datacenter') });
    expect(json('rules.json')).toMatchObject({
      versions: expect.arrayContaining([expect.objectContaining({ version: 1 })]),
    });

    const parquet = await app.context.clickhouse.query<{ n: number; amount: number; ids: number }>(
      sql`SELECT count() AS n, toFloat64(sum(amount)) AS amount, uniqExact(id) AS ids FROM file(${typed('String', join(folder, 'events.parquet'))}, Parquet)`,
    );
    expect(parquet.map(({ n, ids, amount }) => [n, ids, Math.round(amount * 100)])).toEqual([[all, all, whole]]);

    const { fingerprint } = (await get('/evidence/key')).body.data;
    expect(await verifyArchive(path, { key: fingerprint })).toMatchObject({ ok: true });
    const alone = await run(process.execPath, [join(folder, 'verify.mjs'), path, '--key', fingerprint]);
    expect(alone.stdout).toContain(`${all} events, ${all} of them claimed, ${made.totals[0]?.amount} EUR`);
    for (const name of ['events.csv', 'counts.json', 'events.parquet', 'cover.pdf'])
      expect(text(name), name).not.toContain(DEVICE);
    expect(text('events.csv')).toContain('203.0.113.0/24');
    await remove(made.id);
  });

  it('shows addresses and ids in full only where that was asked for, and is gone when a person has to be forgotten', async () => {
    const made = await make({ publisher: 'Alpha', category: 'invalid.net', masked: false });
    const { rows } = await unpack(made.id);
    expect(rows().map((row) => [row['device_id'], row['category']])).toEqual(rows().map(() => [DEVICE, 'invalid.net']));
    const { personalEvidence } = await import('./personal-data.ts');
    const person = { device_id: DEVICE, accounts: [], names: [] };
    expect(await personalEvidence.count(app.context, person)).toBe(1);
    await personalEvidence.erase(app.context, person, async () => {});
    expect(await app.context.files.size(archiveOf(made.id))).toBeUndefined();
    expect((await get(`/evidence/${made.id}/download`)).status).toBe(404);
    // What it claimed stays claimed.
    const asked = 'publisher=Alpha&category=invalid.net&period_from=2026-10-01&period_to=2026-10-31';
    const again = await get(`/evidence/preview?package_name=${PKG}&${asked}`);
    expect(again.body.data).toMatchObject({ claimed: 0, claimed_before: made.claimed });
    await remove(made.id);
  });

  it('never claims an event that another one claims, also when it is judged for another reason since', async () => {
    const first = await make({ publisher: 'Beta', event: 'purchase' });
    await app.context.clickhouse.command(
      sql`ALTER TABLE traffic UPDATE reason = 'dev.farm' WHERE publisher = 'Beta' AND verdict = 'fraud' AND event_name = 'purchase'`,
      { settings: { mutations_sync: 2 } },
    );
    const second = await make({ publisher: 'Beta' });
    const all = await counted('Beta');
    const purchases = await counted('Beta', sql`event_name = 'purchase'`);
    expect([first.claimed, second.claimed_before, second.claimed]).toEqual([purchases, purchases, all - purchases]);
    const rows = (await unpack(second.id)).rows();
    expect(idsIn(rows, 'before').sort()).toEqual(idsIn((await unpack(first.id)).rows(), 'claimed').sort());
    expect(rows.filter((row) => row['claim'] === 'before').map((row) => row['amount'])).toEqual(
      idsIn(rows, 'before').map(() => ''),
    );
    const told = async (more: object) => {
      const { state, claimed_before, late, error } = await make({ publisher: 'Beta', ...more });
      return { state, claimed_before, late, told: error?.told };
    };
    expect(await told({})).toEqual({
      state: 'failed',
      claimed_before: all,
      late: 0,
      told: { code: 'evidence_all_before', values: { before: all } },
    });
    const window = { platform: 'other', window_days: 2 };
    expect(await told({ event: 'none', ...window })).toMatchObject({ late: 0, told: { code: 'evidence_nothing' } });
    // What is deleted claims nothing any more.
    await remove(first.id);
    expect(await make({ publisher: 'Beta', event: 'purchase' })).toMatchObject({ state: 'ready', claimed: purchases });
  });

  it('splits claims by the window of the platform', async () => {
    // Today is 20 November: sixty days back lies 21 September, thirty the 21 October.
    const asked = { publisher: 'Gamma', platform: 'other', window_days: 30 };
    const made = await make(asked);
    const late = await counted('Gamma', sql`toDate(ts, ${typed('String', ZONE)}) < '2026-10-21'`);
    expect(late).toBeGreaterThan(0);
    expect([made.late, made.claimed]).toEqual([late, (await counted('Gamma')) - late]);
    const all = { before: made.claimed, late, days: 30 };
    expect(await make(asked)).toMatchObject({
      state: 'failed',
      claimed_before: made.claimed,
      late,
      error: { told: { code: 'evidence_before_or_late', values: all } },
    });
    expect(
      (await send('POST', '/evidence', { package_name: PKG, ...OCTOBER, publisher: 'Gamma', platform: 'other' }))
        .status,
    ).toBe(422);
    await remove(made.id);
    const claim = await make({ publisher: 'Gamma', platform: 'google' });
    expect(claim).toMatchObject({ late: 0, window_days: 60 });
    expect((await unpack(claim.id)).text('claim-google.csv')).toContain(
      `2026-10-31,${ZONE},launch,,"${claim.claimed} events`,
    );
  });

  it('of whatever days claims what the payout page deducts for them: currencies apart, in cents, and never converted', async () => {
    await version('Clicks', 2, { rate: '0.0733', currency: 'USD', validFrom: '2026-10-14' });
    const days = { period_from: '2026-10-03', period_to: '2026-10-24' };
    const page = await get(`/v2/payout_report?package_name=${PKG}&fromDate=2026-10-03&toDate=2026-10-24&limit=500`);
    const deducted = new Map<string, number>();
    for (const row of (page.body.data as PayoutRow[]).filter(({ publisher }) => publisher === 'Alpha'))
      for (const [bucket, amount] of Object.entries(row.deducted))
        if (row.model !== '' && (bucket === 'duplicate' || bucket.startsWith('invalid.')))
          deducted.set(row.currency, (deducted.get(row.currency) ?? 0) + cents(amount));
    expect([...deducted.keys()].sort()).toEqual(['EUR', 'USD']);
    const asked = { publisher: 'Alpha', ...days };
    const preview = await get(`/evidence/preview?package_name=${PKG}&${new URLSearchParams(asked)}`);
    const made = await make(asked);
    expect(made).toMatchObject({ state: 'ready', settlement_id: null, amounts_from: 'terms' });
    expect(new Map(made.totals.map(({ amount, currency }) => [currency, cents(amount)]))).toEqual(deducted);
    await remove(made.id);
    // A part of it is no whole number of cents by itself.
    const part = await make({ ...asked, platform: 'other', window_days: 37 });
    expect(part.late).toBeGreaterThan(0);
    for (const { totals, lines, id } of [made, part]) {
      const amounts = [...totals, ...lines].flatMap(({ amount }) => (amount === '' ? [] : [amount]));
      expect(amounts.filter((amount) => !/^\d+\.\d\d$/.test(amount))).toEqual([]);
      if (id === part.id) {
        const { path, json } = await unpack(id);
        expect([json('counts.json')['totals'], json('manifest.json')['totals']]).toEqual([totals, totals]);
        expect(await verifyArchive(path)).toMatchObject({ ok: true });
      }
    }
    expect([preview.body.data.totals, preview.body.data.lines]).toEqual([made.totals, made.lines]);
    await remove(part.id);
  });

  it('is never half ready: what breaks off is made anew, and its first try claims nothing', async () => {
    const asked = { package_name: PKG, ...OCTOBER, publisher: 'Delta' };
    const { id } = (await send('POST', '/evidence', asked)).body.data;
    const broken = makeEvidence(jobPartsOf(app.context), id, AbortSignal.abort());
    await expect(broken).rejects.toThrow();
    expect([(await one(id)).state, await app.context.files.size(archiveOf(id))]).toEqual(['queued', undefined]);
    expect((await get(`/evidence/${id}/download`)).status).toBe(409);
    await work(id);
    expect(await one(id)).toMatchObject({ state: 'ready', claimed: await counted('Delta'), claimed_before: 0 });
  });

  it('is seen by a publisher when it is ready and about its own sources, and made by nobody but who sees the money', async () => {
    const own = await make({ publisher: 'Alpha', campaign: 'autumn' });
    await send('POST', '/evidence', { package_name: PKG, ...OCTOBER, publisher: 'Alpha' });
    const listed: EvidenceRecord[] = (await get(`/evidence?package_name=${PKG}&limit=100`, 'publisher')).body.data;
    expect(listed.map(({ id }) => id)).toEqual([own.id]);
    expect((await get(`/evidence/${own.id}/download`, 'publisher')).status).toBe(200);
    const foreign = await make({ publisher: 'Gamma', campaign: 'none' });
    for (const [who, status] of [
      ['publisher', 404],
      ['stranger', 403],
    ] as const)
      expect((await get(`/evidence/${foreign.id}`, who)).status, who).toBe(status);
    for (const who of ['publisher', 'stranger']) {
      expect((await send('POST', '/evidence', { package_name: PKG, ...OCTOBER, publisher: 'Alpha' }, who)).status).toBe(
        403,
      );
      expect((await send('DELETE', `/evidence/${own.id}`, undefined, who)).status).toBe(403);
    }
  });
});
