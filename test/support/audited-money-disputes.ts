import { type AuditedCall, type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const BASE = '/api/reconciliation/disputes';
const REASON = { reason: 'Looked at it again' };
const LINE = { campaign: 'spring', event: '', category: 'invalid.bot', units: 3, amount: '1.5', currency: 'EUR' };

/** Bodies of calls about claims that take texts people type. */
export const DISPUTE_BODIES = {
  [`POST ${BASE}/:id/lines/:line/insist`]: REASON,
  [`POST ${BASE}/:id/lines/:line/take_back`]: REASON,
  'POST /api/reconciliation/dispute_link/answers': {
    token: 'x',
    name: 'Pat',
    answers: [{ line: 1, answer: 'accepted' }],
  },
};

/** Calls about claims, each made of an evidence file of its own. */
export function auditedDisputes({ app, done, idIn }: Desk): AuditedCalls {
  let publisher: Promise<string> | undefined;
  const token = (): Promise<string> => {
    const person = { email: 'claimed@own.example', role: 'publisher', packages: [PACKAGE], publishers: ['Claimed'] };
    publisher ??= app.signIn(person);
    return publisher;
  };
  const evidence = (): Promise<number> =>
    idIn(
      `INSERT INTO evidence (package_name, publisher, period_from, period_to, campaign, event, category, masked, state,
        claim, lines, created_by, author_id) VALUES ($1, 'Claimed', '2026-10-01', '2026-10-31', '', '', '', true, 'ready',
        gen_random_uuid(), $2, 'owner', 1) RETURNING id`,
      [PACKAGE, JSON.stringify([LINE])],
    );
  const opened = async (): Promise<number> =>
    (await done('POST', BASE, { package_name: PACKAGE, evidence_id: await evidence() })).body.data.id;
  const objected = async (): Promise<number> => {
    const id = await opened();
    const answers = [{ line: 1, answer: 'objected', text: 'They are people' }];
    await done('POST', `${BASE}/${id}/answers`, { answers }, await token());
    return id;
  };
  const decide = (action: string) => async (): Promise<AuditedCall> => ({
    params: { id: await objected(), line: 1 },
    body: REASON,
    action,
  });
  return {
    [`POST ${BASE}`]: async () => ({
      body: { package_name: PACKAGE, evidence_id: await evidence() },
      action: 'dispute.open',
    }),
    [`POST ${BASE}/:id/link`]: async () => ({ params: { id: await opened() }, body: {}, action: 'dispute.link' }),
    [`DELETE ${BASE}/:id/link`]: async () => ({ params: { id: await opened() }, action: 'dispute.unlink' }),
    [`POST ${BASE}/:id/answers`]: async () => ({
      params: { id: await opened() },
      body: { answers: [{ line: 1, answer: 'accepted' }] },
      token: await token(),
      action: 'dispute.answer',
    }),
    [`PUT ${BASE}/:id/lines/:line/files`]: async () => ({
      params: { id: await objected(), line: 1 },
      query: { file_name: 'note.txt' },
      file: 'A note',
      token: await token(),
      action: 'dispute.attach',
    }),
    [`POST ${BASE}/:id/lines/:line/insist`]: decide('dispute.insist'),
    [`POST ${BASE}/:id/lines/:line/take_back`]: decide('dispute.take_back'),
  };
}
