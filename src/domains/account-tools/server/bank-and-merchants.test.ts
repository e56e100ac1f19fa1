import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { useHookServer } from '../../../../test/support/use-hook-server.ts';

const OWN = 'own.example';
const OTHER = 'other.example';
const KEY = 'key-of-the-bank-service';

const hooks = useHookServer();
const app = useApp();
let customer = '';
let admin = '';
let publisher = '';
/** The same server, whose operator has a service that knows whose an account is. */
let http: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  await app.package({ name: OWN });
  await app.package({ name: OTHER });
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  customer = await app.signIn({ email: 'owner@own.example', role: 'customer', packages: [OWN] });
  publisher = await app.signIn({ email: 'p@own.example', role: 'publisher', packages: [OWN], publishers: ['Alder'] });
  const config = { ...app.context.config, bankService: { url: 'https://bank.example/check', key: KEY } };
  http = await createApp({ ...app.context, config }, { outbound: hooks.outbound });
  await http.http.ready();
});

const checkThere = async (payload: object) => {
  const answer = await http.http.inject({
    method: 'POST',
    url: '/api/bank_verification',
    headers: { authorization: customer },
    payload,
  });
  return { body: answer.json(), headers: answer.headers };
};

describe('bank verification', () => {
  const check = (more: object, token = customer) =>
    app.call('POST', '/api/bank_verification', {
      token: token,
      body: { package_name: OWN, scheme: 'iban', holder: 'Alder Media', number: 'DE89370400440532013000', ...more },
    });

  it.each([
    [{}, 'format_ok', ['sepa', 'form_only']],
    [{ number: 'de89 3704 0044 0532 0130 00' }, 'format_ok', ['sepa', 'form_only']],
    [{ number: 'DE88370400440532013000' }, 'invalid', ['iban_checksum']],
    [{ number: 'DE8937040044053201300' }, 'invalid', ['iban_length']],
    [{ number: 'XX89370400440532013000' }, 'invalid', ['iban_country']],
    [{ number: 'IT60X0542811101000000123456' }, 'format_ok', ['sepa', 'form_only']],
    [{ number: 'IT64Y0542811101000000123456' }, 'invalid', ['iban_checksum']],
    [{ number: 'SM86U0322509800000000270100' }, 'format_ok', ['sepa', 'form_only']],
    // Without the 11-proof since 2020, and without the old check digit of Finland: both are given to customers.
    [{ number: 'NL64ABNA0417164301' }, 'format_ok', ['sepa', 'form_only']],
    [{ number: 'FI3679823415324729' }, 'format_ok', ['sepa', 'form_only']],
    [{ scheme: 'usa', number: '123456789', bank_code: '021000021' }, 'format_ok', ['form_only']],
    [{ scheme: 'usa', number: '123456789', bank_code: '021000022' }, 'invalid', ['bank_code_checksum']],
    [{ scheme: 'india', number: '50100012345678', bank_code: 'HDFC0000123' }, 'format_ok', ['form_only']],
    [{ scheme: 'india', number: '5010', bank_code: 'HDFC1000123' }, 'invalid', ['bank_code_form', 'account_form']],
  ])('says of %j %s, and why, by the way it is written [OTH-API-03] [OTH-GAP-02]', async (account, state, reasons) => {
    const { data } = (await check(account)).body;
    expect([data.state, data.reasons, data.checked_by]).toEqual([state, reasons, 'form']);
  });

  it('keeps the last four characters only, and finds the same account of another publisher', async () => {
    const number = 'FR1420041010050500013M02606';
    await check({ number, publisher: 'Alder' });
    const { data } = (await check({ number, publisher: 'Birch' })).body;
    expect([data.masked, data.also_of, data.reasons]).toEqual([
      '•••• 2606',
      ['Alder'],
      ['sepa', 'used_by_other', 'form_only'],
    ]);
    const { rows: stored } = await app.context.database.pool.query(
      "SELECT *, encode(number_hash, 'escape') FROM bank_check",
    );
    expect(JSON.stringify(stored)).not.toContain('0050500013');
    const { data: log } = (await app.get('/api/audit?action=bank_account.check', admin)).body;
    expect(JSON.stringify(log)).not.toContain('0050500013');
    expect((await check({ package_name: OTHER })).status).toBe(403);
    expect((await check({}, publisher)).status).toBe(403);
  });

  it.each([
    [200, '{"account_status":"valid","name_match_score":97}', 'verified', 'service_verified'],
    [200, '{"account_status":"valid","name_match_score":12}', 'name_mismatch', 'service_mismatch'],
    [200, '{"account_status":"invalid"}', 'invalid', 'service_refused'],
    [200, '<html>', 'format_ok', 'service_away'],
    [503, '', 'format_ok', 'service_away'],
  ])(
    'asks the service of the operator, whose key no browser sees: %i %s is %s [OTH-GAP-02]',
    async (status, text, state, reason) => {
      hooks.answer(status, text);
      const answer = await checkThere({
        package_name: OWN,
        scheme: 'iban',
        holder: 'Alder Media',
        number: 'NL91ABNA0417164300',
      });
      expect([answer.body.data.state, answer.body.data.reasons.at(-1), answer.body.data.checked_by]).toEqual([
        state,
        reason,
        'bank.example',
      ]);
      expect(JSON.stringify([answer.body, answer.headers])).not.toContain(KEY);
      expect(hooks.received.at(-1)).toMatchObject({ host: 'bank.example', url: `/check?api_key=${KEY}` });
      expect(JSON.parse(hooks.received.at(-1)?.body ?? '')).toMatchObject({
        account_number: 'NL91ABNA0417164300',
        holder_name: 'Alder Media',
      });
    },
  );

  it('asks nobody about what cannot exist', async () => {
    const before = hooks.received.length;
    await checkThere({
      package_name: OWN,
      scheme: 'iban',
      holder: 'Alder',
      number: 'NL92ABNA0417164300',
    });
    expect(hooks.received.length).toBe(before);
  });
});

describe('merchant onboarding', () => {
  const take = (text: string, { token = customer, name = OWN } = {}) =>
    app.call('POST', `/api/merchant_onboarding/bulk?package_name=${name}`, {
      token: token,
      headers: { 'content-type': 'application/octet-stream' },
      body: text as unknown as object,
    });
  const FILE = [
    'name,country,email,phone,website,bank_number,colour',
    'Elm Shop,Germany,buy@elm.example,+49 30 901820,https://elm.example,DE89370400440532013000,red',
    'Fir Shop,FR,,,http://fir.example,DE89370400440532013000,blue',
    'Gum Shop,Nowhere,not an address,12,https://gum.example,DE00,green',
    'Elm Shop,DE,buy@elm.example,,elm.example,GB29NWBK60161331926819,',
    '=cmd(),US,a@mailinator.com,,,,',
  ].join('\n');

  it('stores a state and a result for each line of a file, and gives them back as a file [OTH-API-04] [OTH-GAP-03]', async () => {
    const { data } = (await take(FILE)).body;
    expect(data).toMatchObject({ ready: 0, review: 3, refused: 2, unknown_columns: ['colour'] });
    const { data: kept } = (await app.get(`/api/merchant_onboarding?package_name=${OWN}&page=1&limit=10`, customer))
      .body;
    expect(
      kept.map(({ line, state, reasons }: { line: number; state: string; reasons: string[] }) => [
        line,
        state,
        reasons,
      ]),
    ).toEqual([
      [2, 'review', ['bank_shared']],
      [3, 'review', ['website_insecure', 'contact_missing', 'bank_elsewhere', 'bank_shared']],
      [4, 'refused', ['country_unknown', 'email_form', 'phone_form', 'bank_invalid']],
      [5, 'refused', ['bank_elsewhere', 'name_twice']],
      [6, 'review', ['email_throwaway', 'bank_missing']],
    ]);
    const file = await app.get(`/api/merchant_onboarding/download?package_name=${OWN}&state=review`, customer);
    expect(file.text.trim().split('\r\n')).toHaveLength(4);
    expect(file.text).toContain("'=cmd()");
    const { rows: stored } = await app.context.database.pool.query('SELECT * FROM merchant');
    expect(JSON.stringify(stored)).not.toContain('370400440532');
  });

  it('takes no line twice, says whose name is known with other data, and takes the one file of a form', async () => {
    const again = (await take(FILE)).body.data;
    expect(again).toMatchObject({ batch: null, ready: 0, review: 0, refused: 0, there: 5 });
    const form = new FormData();
    const lines = ['name,country,email', 'Fir Shop,FR,new@fir.example', 'Oak\u202e Shop,DE,o@oak.example'];
    form.set('file', new File([lines.join('\n')], 'merchants.csv'));
    const sent = new Response(form);
    const answer = await app.call('POST', `/api/merchant_onboarding/bulk?package_name=${OWN}`, {
      token: customer,
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      body: Buffer.from(await sent.arrayBuffer()),
    });
    expect(answer.body.data, answer.text).toMatchObject({ review: 1, refused: 1, there: 0 });
    const { data } = (await app.get(`/api/merchant_onboarding?package_name=${OWN}&page=1&limit=10`, customer)).body;
    expect(data.slice(0, 2)).toMatchObject([
      { name: 'Fir Shop', reasons: ['bank_missing', 'name_taken'] },
      { name: 'Oak Shop', state: 'refused', reasons: ['bank_missing', 'control_signs'] },
    ]);
    const stranger = await app.signIn({ email: 's@other.example', role: 'customer', packages: [OTHER] });
    const remove = (id: number) => app.call('DELETE', `/api/merchant_onboarding/${id}`, { token: stranger });
    expect([(await remove(data[0].id)).status, (await remove(999_999)).status]).toEqual([404, 404]);
  });

  it('refuses a line with a longer text than is kept and says so, and two that differ behind its end are not one', async () => {
    const long = 'Z'.repeat(300);
    const lines = [
      'name,country,email',
      `${long}1,DE,z@z.example`,
      `${long}2,DE,z@z.example`,
      `${long},DE,z@z.example`,
    ];
    expect((await take(lines.join('\n'))).body.data).toMatchObject({ review: 1, refused: 2 });
    const { rows: kept } = await app.context.database.pool.query(
      'SELECT state, reasons FROM merchant WHERE name = $1 ORDER BY line',
      [long],
    );
    expect(kept).toEqual([
      { state: 'refused', reasons: ['bank_missing', 'too_long'] },
      { state: 'refused', reasons: ['bank_missing', 'too_long'] },
      { state: 'review', reasons: ['bank_missing'] },
    ]);
  });

  it('keeps nothing of a file it cannot read, and nothing for a foreign package', async () => {
    const count = async () =>
      (await app.context.database.pool.query('SELECT count(*)::int AS n FROM merchant')).rows[0].n;
    const accounts = await take('name,country,IBAN\nYew Shop,DE,DE00');
    expect(accounts.body.data).toMatchObject({ refused: 1, unknown_columns: [] });
    const before = await count();
    for (const text of ['', 'name\nElm', 'name,country', '\u0000\u0001'])
      expect([text, (await take(text)).status]).toEqual([text, 422]);
    expect((await take(`name,country\n${'Elm,DE\n'.repeat(2_001)}`)).status).toBe(413);
    expect([(await take(FILE, { name: OTHER })).status, (await take(FILE, { token: publisher })).status]).toEqual([
      403, 403,
    ]);
    expect(await count()).toBe(before);
  });
});
