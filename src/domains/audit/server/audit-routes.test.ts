import { beforeAll, describe, expect, it } from 'vitest';
import { auditAction } from '#platform/contract/audit.ts';
import { audit } from '#platform/server/audit/audit.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
const as = (userId: number, userName: string) => scopeAs({ userId, userName, roleName: 'admin', packages: [] });
const list = async (query = '') => (await app.get(`/api/audit${query}`, admin)).body;
const subjects = async (query: string) => (await list(query)).data.map((each: { subject: string }) => each.subject);

beforeAll(async () => {
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  const { db } = app.context.database;
  await audit(db, as(901, 'Ann'), {
    action: auditAction('user.add'),
    subject: 'one@x.example',
    details: { role: 'customer' },
  });
  await audit(db, as(902, 'Bob'), { action: auditAction('user.edit'), subject: 'two@x.example', package: 'p.example' });
  await audit(db, as(902, 'Bob'), {
    action: auditAction('user.edit'),
    subject: '=HYPERLINK("http://evil")',
    details: { n: 1 },
  });
});

describe('the audit log', () => {
  it('is searched by who, what, package, words of the details and day', async () => {
    expect((await subjects('?actor=bob')).sort()).toEqual(['=HYPERLINK("http://evil")', 'two@x.example']);
    expect(await subjects('?action=user.add')).toEqual(['one@x.example']);
    expect(await subjects('?action=user.add&action=user.edit&search=x.example')).toEqual([
      'two@x.example',
      'one@x.example',
    ]);
    expect(await subjects('?package_name=p.example')).toEqual(['two@x.example']);
    expect(await subjects('?search=customer&actor=ann')).toEqual(['one@x.example']);
    expect(await subjects('?search=%25')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`?fromDate=${today}&toDate=${today}`)).total).toBeGreaterThanOrEqual(3);
    expect((await list('?toDate=2001-01-01')).total).toBe(0);
    expect((await app.get('/api/audit?action=no.such', admin)).status).toBe(400);
  });

  it('comes as a file no spreadsheet calculates with, and says that it was taken', async () => {
    const file = await app.get('/api/audit/download?actor=Bob', admin);
    expect(file.headers['content-disposition']).toMatch(/audit_2026-11-20\.csv/);
    expect(file.text.split('\r\n')).toHaveLength(4);
    expect(file.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect((await list('?action=export.download')).data[0]).toMatchObject({ subject: 'audit log' });
  });

  it('is refused as a file when a filter cannot be searched for, instead of breaking off after its head', async () => {
    for (const field of ['package_name', 'actor', 'search']) {
      const file = await app.get(`/api/audit/download?${field}=a%00b`, admin);
      expect([field, file.status, file.body.code]).toEqual([field, 400, 'malformed']);
    }
  });

  it('proves that it is whole', async () => {
    const { entries, breaks, last_hash } = (await app.get('/api/audit/check', admin)).body.data;
    expect([entries > 3, breaks, last_hash.length]).toEqual([true, [], 64]);
  });

  it('is for administrators only', async () => {
    const ann = await app.signIn({ email: 'c@own.example', role: 'customer' });
    for (const path of ['/api/audit', '/api/audit/download', '/api/audit/check', '/api/server/health'])
      expect((await app.get(path, ann)).status).toBe(403);
  });
});
