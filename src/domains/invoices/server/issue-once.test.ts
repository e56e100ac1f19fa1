import { beforeAll, describe, expect, inject, it } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { useChild } from '../../../../test/support/use-child.ts';
import { useMailServer } from '../../../../test/support/use-mail-server.ts';
import { NOVEMBER } from '../../settlements/testing/settlement-calls.ts';
import { PKG } from '../../settlements/testing/use-settled.ts';
import type { InvoiceView } from '../contract/endpoints.ts';
import { ISSUER, useInvoices } from '../testing/use-invoices.ts';
import { invoiceBatchJob, sendInvoiceJob } from './invoice-jobs.ts';

const PATIENCE = { timeout: 240_000 };
const SOURCES = Array.from({ length: 20 }, (_, n) => `Parallel ${n}`);
const mail = useMailServer();
const made = useInvoices({ smtp: mail.url });
const { app, send, issue, invoices, sql } = made;

beforeAll(async () => {
  await app.context.jobs.declare(jobsOf(app.context));
  await made.customer();
  await made.config();
  for (const [n, publisher] of SOURCES.entries())
    await send('POST', '/adjustment', {
      package_name: PKG,
      publisher,
      amount: `${n + 10}.5${n % 10}`,
      currency: 'EUR',
      reason: 'Agreed; see mail #12?',
    });
  await made.generate(NOVEMBER, 'owner', SOURCES);
  const reports = (await made.listed()).filter(({ publisher }) => publisher.startsWith('Parallel'));
  expect((await made.approve(reports)).status).toBe(200);
});

/** As the worker does it. */
const work = (of: typeof sendInvoiceJob, id: number) => runJob(app.context.database, jobsOf(app.context), of, { id });

const idsOf = async () =>
  (await made.listed()).filter(({ publisher }) => publisher.startsWith('Parallel')).map(({ id }) => id);

describe('a number', () => {
  const run = useChild('invoice-child');

  it('is the next one’s when the process is killed between it and the document', PATIENCE, async () => {
    const [{ name } = {}] = await sql('SELECT current_database() AS name');
    const connection = JSON.stringify({ ...inject('postgres'), database: name });
    const [first = 0] = await idsOf();
    const told: string[] = [];
    const { signal } = await run([connection, PKG, String(first)], (line, kill) => {
      told.push(line);
      kill();
    });
    expect([signal, told]).toEqual(['SIGKILL', ['drawing AD-0001']]);
    expect(await invoices()).toEqual([]);
    const again = await issue({ settlements: [first] });
    expect(again.body.data).toMatchObject({ number: 'AD-0001', status: 'open' });
  });

  it(
    'is one of a row without gaps when twenty are issued at once, and one when one is issued twenty times',
    PATIENCE,
    async () => {
      const ids = await idsOf();
      const answers = await Promise.all(ids.map((id) => issue({ settlements: [id] })));
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
      const rows = await sql('SELECT seq, number FROM invoice ORDER BY seq');
      expect(rows).toEqual(ids.map((_, n) => ({ seq: n + 1, number: `AD-${String(n + 1).padStart(4, '0')}` })));
      const same = await Promise.all(ids.map(() => issue({ settlements: ids.slice(3, 4) })));
      expect(new Set(same.map(({ body }) => body.data.id)).size).toBe(1);
      // What each says is what its payout report says, by SQL of its own.
      const wrong = await sql(`SELECT i.number FROM invoice i JOIN invoice_report r ON r.invoice_id = i.id
      JOIN settlement s ON s.id = r.settlement_id, jsonb_array_elements(s.totals) t
      WHERE t->>'currency' = i.currency AND ((t->>'net')::numeric <> (i.data->>'net')::numeric
        OR (SELECT sum((l->>'amount')::numeric) FROM jsonb_array_elements(i.data->'lines') l) <> (t->>'net')::numeric)`);
      expect(wrong).toEqual([]);
    },
  );
});

describe('a document', () => {
  it(
    'is sent to the customer with its PDF, and its XML where it has one, once each time it is asked for',
    PATIENCE,
    async () => {
      const [invoice] = await invoices();
      const id = invoice?.id ?? 0;
      const asked = await send('POST', `/invoice/${id}/send`);
      expect([asked.status, asked.body.data?.sent_to]).toEqual([200, 'accounts@client.example']);
      await work(sendInvoiceJob, id);
      await work(sendInvoiceJob, id);
      expect(mail.mails()).toHaveLength(1);
      const [letter] = mail.mails();
      expect(letter).toMatchObject({
        to: ['accounts@client.example'],
        subject: `Invoice ${invoice?.number} of ${ISSUER.legal_name}`,
      });
      const [{ pdf } = {}] = await sql('SELECT pdf FROM invoice WHERE id = $1', [id]);
      expect(letter?.files).toMatchObject([{ name: `${invoice?.number}.pdf`, type: 'application/pdf' }]);
      expect(letter?.files[0]?.bytes.equals(pdf as Buffer)).toBe(true);
      await sql(`UPDATE invoice SET xml = '<Invoice/>' WHERE id = $1`, [id]);
      app.clock.advance(1000);
      await send('POST', `/invoice/${id}/send`);
      await work(sendInvoiceJob, id);
      const electronic = mail
        .mails()
        .at(-1)
        ?.files.map(({ name, bytes }) => [name, bytes.length]);
      expect(electronic).toEqual([
        [`${invoice?.number}.pdf`, (pdf as Buffer).length],
        [`${invoice?.number}.xml`, '<Invoice/>'.length],
      ]);
      expect((await invoices('&status=sent')).map((each: InvoiceView) => each.id)).toEqual([id]);
    },
  );

  it('of each report is issued by a run that says how far it is and what it could not issue', PATIENCE, async () => {
    for (const publisher of SOURCES.slice(0, 18))
      await made.customer({ publisher, legal_name: `${publisher} Ltd`, country: 'FR' });
    const body = { package_name: PKG, kind: 'self_billing', period_from: NOVEMBER.from, period_to: NOVEMBER.to };
    const started = await send('POST', '/invoice_batch', body);
    expect(started.body.data).toMatchObject({ done: 0, finished_at: null });
    expect((await send('POST', '/invoice_batch', body)).status).toBe(409);
    // A run that was stopped knows how many there were, whatever it issued since.
    await sql('UPDATE invoice_batch SET total = 23, done = 1 WHERE id = $1', [started.body.data.id]);
    await work(invoiceBatchJob, started.body.data.id);
    const [run] = (await made.get(`/invoice_batch?package_name=${PKG}`)).body.data;
    expect(run).toMatchObject({ total: 23, done: 23, failures: 2, finished_at: expect.any(String) });
    expect(run.failed.map(({ why }: { why: string }) => why)).toEqual([
      'The legal details of Parallel 18 are missing',
      'The legal details of Parallel 19 are missing',
    ]);
    const [count] = await sql(
      `SELECT count(*)::int AS n, count(DISTINCT issuer)::int AS issuers FROM invoice WHERE kind = 'self_billing'`,
    );
    expect(count).toEqual({ n: 18, issuers: 18 });
  });
});
