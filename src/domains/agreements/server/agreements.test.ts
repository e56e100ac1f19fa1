import { describe, expect, it } from 'vitest';
import { CPI, FOREIGN, OWN, useAgreements } from '../testing/use-agreements.ts';

const { rows, send, get, make, ids } = useAgreements();

describe('payment models', () => {
  let seen = '';

  it('are stored for those of the whole package, each name once, what cannot be refused at its field [REC-API-02]', async () => {
    const body = { package_name: OWN, name: 'Installs', ...CPI };
    seen = (await make('payment', { name: 'Installs', ...CPI }, 'installs')).updated_at;
    expect(
      await rows(
        `SELECT m.name, m.created_by, t.version, t.model, t.rate, t.currency, t.valid_from::text AS day
         FROM payment_model m JOIN payment_terms t USING (key) WHERE m.package_name = $1`,
        [OWN],
      ),
    ).toEqual([
      {
        name: 'Installs',
        created_by: 'customer',
        version: 1,
        model: 'CPI',
        rate: '1.250000',
        currency: 'EUR',
        day: '2026-11-01',
      },
    ]);
    const refused = async (more: object, who = 'customer') => {
      const answer = await send('POST', 'payment', { ...body, ...more }, who);
      return [answer.status, answer.body.field];
    };
    expect(await refused({})).toEqual([409, 'name']);
    expect(await refused({ name: 'x', rate: null })).toEqual([422, 'rate']);
    expect(await refused({ name: 'x', percent: '5' })).toEqual([422, 'percent']);
    expect(await refused({ name: 'x', currency: 'Euros' })).toEqual([422, 'currency']);
    const tiers = [{ up_to: 10, rate: '1' }];
    expect(await refused({ name: 'x', rate: null, tiers })).toEqual([422, 'tiers.0.up_to']);
    for (const who of ['publisher', 'vendor', 'stranger'])
      expect([who, (await refused({ name: 'x' }, who))[0]]).toEqual([who, 403]);
    expect(await rows('SELECT key FROM payment_model')).toHaveLength(1);
  });

  it('take terms as versions that count from their first day on, and nothing over what somebody else saved [REC-API-03] [REC-RULE-01] [REC-ENT-01]', async () => {
    const other = await make(
      'payment',
      { name: 'Sales', model: 'CPS', rate: '3', currency: 'EUR', valid_from: '2026-11-01' },
      'sales',
    );
    const path = `payment/${ids['installs']}`;
    const terms = { name: 'Installs of autumn', ...CPI, rate: '2.5', valid_from: '2026-11-10' };
    expect((await send('PUT', path, terms, 'stranger')).status).toBe(403);
    // The key is that of the address; one in the body is not known.
    const changed = await send('PUT', path, { ...terms, updated_at: seen });
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated successfully !']);
    expect(changed.body.data).toMatchObject({ key: ids['installs'], rate: '2.5', version: 2 });
    const versions = () =>
      rows('SELECT version, rate, valid_from::text AS day FROM payment_terms WHERE key = $1 ORDER BY version', [
        ids['installs'],
      ]);
    const both = [
      { version: 1, rate: '1.250000', day: '2026-11-01' },
      { version: 2, rate: '2.500000', day: '2026-11-10' },
    ];
    expect(await versions()).toEqual(both);
    // Another tab that has the first version open.
    const late = await send('PUT', path, { ...terms, rate: '9', updated_at: seen });
    expect([late.status, late.body.told?.code]).toEqual([409, 'agreement_changed']);
    // A name alone is no version.
    expect((await send('PUT', path, { ...terms, name: 'Installs' })).body.data.version).toBe(2);
    expect(await versions()).toEqual(both);
    expect((await send('PUT', path, { ...terms, name: 'Sales' })).body.field).toBe('name');
    expect((await send('PUT', 'payment/999999', terms)).status).toBe(404);
    expect((await get(`payment/all?package_name=${OWN}`)).body.data[1]).toEqual(other);
  });

  it('are listed by page, found by search, and all of them for a choice: of the package only [REC-API-01] [REC-API-13] [REC-API-18] [REC-ENT-02]', async () => {
    for (let n = 1; n <= 11; n++)
      await make('payment', { name: `Clicks ${String(n).padStart(2, '0')}`, ...CPI, model: 'CPC' }, `clicks${n}`);
    const stored = (await rows('SELECT name FROM payment_model WHERE package_name = $1 ORDER BY name', [OWN])).map(
      ({ name }) => name,
    );
    const namesOf = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name);
    const page = await get(`payment?package_name=${OWN}&limit=5&page=2`);
    expect(Object.keys(page.body).sort()).toEqual(['Total_pages', 'data', 'total']);
    expect([namesOf(page), page.body.Total_pages, page.body.total]).toEqual([stored.slice(5, 10), 3, 13]);
    expect(namesOf(await get(`payment?package_name=${OWN}&search=cps`))).toEqual(['Sales']);
    for (const choice of ['payment/all', 'payment_model']) {
      expect(namesOf(await get(`${choice}?package_name=${OWN}`))).toEqual(stored);
      expect((await get(`${choice}?package_name=${FOREIGN}`, 'stranger')).body.data).toEqual([]);
      expect((await get(`${choice}?package_name=${OWN}`, 'stranger')).status).toBe(403);
      expect((await get(`${choice}?package_name=${OWN}`, 'vendor')).status).toBe(403);
    }
  });
});

describe('publishers that are paid', () => {
  it('have a model of their package, and each event is paid for once [REC-API-05] [REC-API-06]', async () => {
    const paid = await make(
      'publisher_payment',
      { publisher: 'north', payment_model: ids['installs'], rate_override: '1.10', cap: 500, hold_days: 14 },
      'north',
    );
    expect(paid).toMatchObject({ payment_model_name: 'Installs', model: 'CPI', rate_override: '1.1', cap: 500 });
    expect(
      await rows('SELECT publisher, payment_model, rate_override, cap::int, hold_days FROM publisher_payment'),
    ).toEqual([
      { publisher: 'north', payment_model: ids['installs'], rate_override: '1.100000', cap: 500, hold_days: 14 },
    ]);
    const refused = async (body: object, who = 'customer') => {
      const answer = await send('POST', 'publisher_payment', { package_name: OWN, ...body }, who);
      return [answer.status, answer.body.told?.code, answer.body.field];
    };
    await make('payment', { name: 'Installs again', ...CPI }, 'again');
    const again = { publisher: 'north', payment_model: ids['again'] };
    expect(await refused(again)).toEqual([409, 'paid_twice', 'payment_model']);
    expect(await refused({ ...again, valid_from: '2026-12-01' })).toEqual([409, 'paid_twice', 'payment_model']);
    // Before the other begins to count, for one campaign, and for other events.
    await make('publisher_payment', { ...again, valid_to: '2026-10-31' }, 'before');
    await make('publisher_payment', { ...again, campaign: 'Spring' }, 'spring');
    await make('publisher_payment', { publisher: 'north', payment_model: ids['sales'] }, 'events');
    const fixed = { name: 'Placement', model: 'Fixed', fixed: '300', currency: 'EUR', valid_from: '2026-11-01' };
    await make('payment', fixed, 'placement');
    expect(await refused({ publisher: '', payment_model: ids['placement'] })).toEqual([
      422,
      'fixed_of_all',
      'publisher',
    ]);
    expect(await refused({ publisher: 'x', payment_model: 999_999 })).toEqual([422, 'no_such_model', 'payment_model']);
    for (const who of ['publisher', 'vendor', 'stranger']) expect((await refused(again, who))[0]).toBe(403);
    const listed = await get(`publisher_payment?package_name=${OWN}&limit=3`);
    const all = await rows('SELECT key FROM publisher_payment WHERE package_name = $1', [OWN]);
    expect([listed.body.total, listed.body.Total_pages, listed.body.data.length]).toEqual([all.length, 2, 3]);
    expect((await get(`publisher_payment?package_name=${FOREIGN}`, 'stranger')).body.total).toBe(0);
  });

  it('two who say the same at once are not both heard', async () => {
    const body = { package_name: OWN, publisher: 'twice', payment_model: ids['installs'] };
    const both = await Promise.all([send('POST', 'publisher_payment', body), send('POST', 'publisher_payment', body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are not paid twice by a change of the model either, and it says at which field', async () => {
    const path = `payment/${ids['sales']}`;
    const asInstalls = { name: 'Sales', ...CPI };
    const answer = await send('PUT', path, asInstalls);
    expect([answer.status, answer.body.told?.code]).toEqual([409, 'paid_twice']);
    await make('publisher_payment', { publisher: '', payment_model: ids['clicks1'] }, 'all');
    const guaranteed = { name: 'Clicks 01', ...CPI, model: 'CPC', min_guarantee: '100' };
    const refused = await send('PUT', `payment/${ids['clicks1']}`, guaranteed);
    expect([refused.body.told?.code, refused.body.field]).toEqual(['fixed_of_all', 'min_guarantee']);
    expect((await get(`payment?package_name=${OWN}&search=Clicks 01`)).body.data[0].min_guarantee).toBeNull();
  });

  it('change by their key, and not over what somebody else saved [REC-API-07]', async () => {
    const { body } = await get(`publisher_payment?package_name=${OWN}&search=Spring`);
    const [{ updated_at }] = body.data;
    const edit = { publisher: 'north', campaign: 'Summer', payment_model: ids['again'], budget: '40.5', updated_at };
    const path = `publisher_payment/${ids['spring']}`;
    const changed = await send('PUT', path, edit);
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated successfully !']);
    expect(await rows(`SELECT key, budget FROM publisher_payment WHERE campaign = 'Summer'`)).toEqual([
      { key: ids['spring'], budget: '40.500000' },
    ]);
    expect((await send('PUT', path, { ...edit, budget: '1' })).status).toBe(409);
    expect((await send('PUT', path, { ...edit, updated_at: undefined }, 'stranger')).status).toBe(403);
    expect((await send('PUT', path, { ...edit, updated_at: undefined, campaign: '' })).body.told.code).toBe(
      'paid_twice',
    );
  });

  it('and their models are gone once they are deleted, a model not before [REC-API-04] [REC-API-08]', async () => {
    const used = await send('DELETE', `payment/${ids['again']}`);
    expect([used.status, used.body.told?.values]).toEqual([409, { publishers: 'north' }]);
    expect((await send('DELETE', `publisher_payment/${ids['spring']}`, undefined, 'stranger')).status).toBe(403);
    const gone = await send('DELETE', `publisher_payment/${ids['spring']}`);
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    // The key as a parameter.
    expect((await send('DELETE', `publisher_payment?key=${ids['before']}`)).status).toBe(200);
    expect((await send('DELETE', `publisher_payment?key=${ids['before']}`)).status).toBe(404);
    expect((await send('DELETE', `payment?key=${ids['again']}`)).body.message).toBe('Deleted  successfully !');
    const inForce = `SELECT key FROM publisher_payment WHERE removed_at IS NULL AND key = ANY($1)
      UNION ALL SELECT key FROM payment_model WHERE removed_at IS NULL AND key = $2`;
    expect(await rows(inForce, [[ids['spring'], ids['before']], ids['again']])).toEqual([]);
    const names = (await get(`payment/all?package_name=${OWN}`)).body.data.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('Installs again');
    // Its name is free again.
    await make('payment', { name: 'Installs again', ...CPI }, 'fresh');
  });
});

describe('settings of settlements', () => {
  it('are one for each publisher and one for all others [REC-API-09] [REC-API-10]', async () => {
    await make('settlement', { name: 'All', tax_percent: '19', cycle: 'weekly' }, 'everybody');
    await make('settlement', { name: 'North', publisher: 'north', due_days: 14, invoice_prefix: 'N-2026/' }, 'own');
    const twice = await send('POST', 'settlement', { package_name: OWN, name: 'Again', publisher: 'north' });
    expect([twice.status, twice.body.field]).toEqual([409, 'publisher']);
    expect(
      await rows(
        'SELECT name, publisher, cycle, due_days, tax_percent, invoice_prefix FROM settlement_setting ORDER BY key',
      ),
    ).toEqual([
      { name: 'All', publisher: '', cycle: 'weekly', due_days: 30, tax_percent: '19.0000', invoice_prefix: '' },
      {
        name: 'North',
        publisher: 'north',
        cycle: 'monthly',
        due_days: 14,
        tax_percent: '0.0000',
        invoice_prefix: 'N-2026/',
      },
    ]);
    const { body } = await get(`settlement?package_name=${OWN}&limit=1`);
    expect([body.total, body.Total_pages, body.data[0].name, body.data[0].tax_percent]).toEqual([2, 2, 'All', '19']);
    expect((await get(`settlement?package_name=${OWN}`, 'stranger')).status).toBe(403);
    expect((await get(`settlement?package_name=${FOREIGN}`, 'stranger')).body.total).toBe(0);
  });

  it('change by their key and go [REC-API-11] [REC-API-12]', async () => {
    const [before] = (await get(`settlement?package_name=${OWN}&search=north`)).body.data;
    const { key, package_name: _, created_by: __, ...edit } = before;
    const changed = await send('PUT', `settlement/${key}`, { ...edit, tolerance: '7.5' });
    expect([changed.status, changed.body.message]).toEqual([200, 'Updated successfully !']);
    expect(await rows('SELECT tolerance FROM settlement_setting ORDER BY key')).toEqual([
      { tolerance: '10.0000' },
      { tolerance: '7.5000' },
    ]);
    expect((await send('PUT', `settlement/${key}`, edit)).status).toBe(409);
    expect((await send('PUT', `settlement/${key}`, { ...edit, updated_at: undefined, publisher: '' })).body.field).toBe(
      'publisher',
    );
    expect((await send('DELETE', `settlement/${key}`, undefined, 'publisher')).status).toBe(403);
    expect((await send('DELETE', `settlement/${key}`)).body.message).toBe('Deleted  successfully !');
    expect((await send('DELETE', `settlement?key=${ids['everybody']}`)).status).toBe(200);
    expect(await rows('SELECT key FROM settlement_setting')).toEqual([]);
  });
});

describe('choices of agreements', () => {
  it('are the currencies of ISO, those of its events and prices first [REC-API-16]', async () => {
    const { data } = (await get(`currency?package_name=${OWN}`)).body;
    const codes = data.map(({ code }: { code: string }) => code);
    expect(data.slice(0, 3)).toEqual([
      { code: 'EUR', used: true },
      { code: 'JPY', used: true },
      { code: codes[2], used: false },
    ]);
    expect([...codes].sort()).toEqual(Intl.supportedValuesOf('currency'));
    expect((await get(`currency?package_name=${OWN}`, 'stranger')).status).toBe(403);
  });

  it('are the states of orders with how many events say so of late [REC-API-17]', async () => {
    const { data } = (await get(`order_status?package_name=${OWN}`)).body;
    const told = Object.fromEntries(
      data.map(({ status, events }: { status: string; events: number }) => [status, events]),
    );
    expect(told).toEqual({ pending: 0, approved: 3, hold: 1, rejected: 2, invoiced: 0, paid: 0, disputed: 0 });
  });
});
