import { beforeAll, describe, expect, it } from 'vitest';
import { auditAction } from '#platform/contract/audit.ts';
import { scopeAs } from '../../../../test/support/scope-as.ts';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { systemScope } from '../access/scope.ts';
import { audit } from './audit.ts';

const database = useDatabase();
const ann = scopeAs({ userId: 7, userName: 'Ann', roleName: 'admin', packages: [] });
const rows = async <R extends object>(text: string): Promise<R[]> => (await database.pool.query<R>(text)).rows;
const breaks = async () => (await rows<{ id: string }>('SELECT id FROM audit_break')).map(({ id }) => Number(id));

beforeAll(async () => {
  for (let n = 0; n < 5; n++)
    await audit(database.db, ann, { action: auditAction('user.edit'), subject: 'bob@own.example', details: { n } });
});

describe('the audit log', () => {
  it('numbers entries without gaps and chains each to the one before, forty writers at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        audit(database.db, systemScope(), {
          action: auditAction('package.add'),
          subject: `p${n % 3}`,
          package: `p${n % 3}`,
        }),
      ),
    );
    const found = await rows<{ id: string; previous: Buffer; hash: Buffer }>('SELECT * FROM audit_entry ORDER BY id');
    expect(found.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, n) => n + 1));
    for (const [n, { previous }] of found.entries()) if (n > 0) expect(previous).toEqual(found[n - 1]?.hash);
    expect(new Set(found.map(({ hash }) => hash.toString('hex'))).size).toBe(45);
    expect(await breaks()).toEqual([]);
    expect(await rows("SELECT text FROM audit_word WHERE kind = 'package'")).toHaveLength(3);
  });

  it.each([
    "UPDATE audit_entry SET action = 'user.add' WHERE id = 1",
    'DELETE FROM audit_entry WHERE id = 1',
    'DELETE FROM audit_entry WHERE false',
    'TRUNCATE audit_entry',
    "UPDATE audit_word SET text = 'Eve'",
    'TRUNCATE audit_word',
  ])('is only added to: %s is refused by the database', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toThrow('only ever added to');
  });

  it('is not written when the change it is about is not', async () => {
    const before = await rows('SELECT id FROM audit_entry');
    await database.db
      .transaction(async (tx) => {
        await audit(tx, ann, { action: auditAction('user.add'), subject: 'nobody@own.example' });
        throw new Error('the change failed');
      })
      .catch(() => undefined);
    expect(await rows('SELECT id FROM audit_entry')).toHaveLength(before.length);
    expect(await rows("SELECT ref FROM audit_word WHERE text = 'nobody@own.example'")).toEqual([]);
  });

  it('takes a number, a time and a hash from nobody', async () => {
    await database.pool.query(
      "INSERT INTO audit_entry (id, at, action, role, previous, hash) VALUES (3, '2001-01-01', 'user.add', '', '', '')",
    );
    const [last] = await rows<{ id: string; at: Date }>('SELECT id, at FROM audit_entry ORDER BY id DESC LIMIT 1');
    expect([Number(last?.id), (last?.at.getFullYear() ?? 0) > 2020]).toEqual([46, true]);
    expect(await breaks()).toEqual([]);
  });

  it('shows where an entry was changed or taken out by somebody who switched the protection off', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('ALTER TABLE audit_entry DISABLE TRIGGER audit_append_only');
      await client.query("UPDATE audit_entry SET action = 'user.delete' WHERE id = 4");
      await client.query('DELETE FROM audit_entry WHERE id = 20');
      expect((await client.query('SELECT id FROM audit_break ORDER BY id')).rows).toEqual([{ id: '4' }, { id: '21' }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('forgets a name that is erased, keeps its hash and stays whole', async () => {
    await audit(database.db, ann, {
      action: auditAction('user.delete'),
      subject: 'eve@own.example',
      details: { reason: 'left\r\nx' },
    });
    const of = "SELECT subject FROM audit_entry WHERE action = 'user.delete'";
    const [before] = await rows<{ subject: Buffer }>(of);
    await database.pool.query("DELETE FROM audit_word WHERE text = 'eve@own.example'");
    expect(await rows(of)).toEqual([before]);
    expect(before?.subject).toHaveLength(32);
    expect(await breaks()).toEqual([]);
  });

  it('writes down names with NUL, line breaks and half characters', async () => {
    await audit(database.db, null, {
      action: auditAction('session.refused'),
      subject: 'a\0b\r\nc\uD800',
      details: { x: '\0' },
    });
    const [entry] = await rows<{ actor_id: null; text: string }>(
      "SELECT actor_id, text FROM audit_entry JOIN audit_word ON ref = subject WHERE action = 'session.refused'",
    );
    expect([entry?.actor_id, entry?.text]).toEqual([null, 'a\uFFFDb\r\nc\uFFFD']);
  });
});
