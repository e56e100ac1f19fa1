import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Files } from '#platform/server/files/files.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { createEnricher, type Enricher } from '#traffic/enrich/server/enrich.ts';
import type { ListKind } from '#traffic/lists/contract/lists.ts';
import { TEST_LISTS } from '../testing/test-lists.ts';
import { type Lists, listLists, openLists } from './lists.ts';
import { openNetworkTable } from './network-snapshot.ts';
import { listsVersion, listVersions, loadList, removeList, rollBackList, saveList } from './operator-lists.ts';
import { parseList } from './parse-list.ts';

let root = '';
let folder = '';
let files: Files;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'adsieve-lists-'));
  folder = join(root, 'lists');
  files = folderFiles(root);
});
afterEach(async () => rm(root, { recursive: true, force: true }));

const NOW = new Date('2026-11-21T10:00:00Z');

async function load(id: string, kind: ListKind, text: string) {
  const file = join(root, 'upload.txt');
  await writeFile(file, text);
  return loadList(files, { id, kind, file, now: NOW });
}

/** The packaged tables are the same everywhere, so they are copied; only the operator's part differs per test. */
async function openHere(): Promise<Lists> {
  await openNetworkTable(TEST_LISTS);
  await cp(TEST_LISTS, folder, {
    recursive: true,
    filter: (path) => !path.includes('operator') && !path.endsWith('.tmp'),
  });
  return openLists({ folder, files });
}

const enricherHere = async (): Promise<Enricher> => createEnricher(await openHere());

describe('reading a list', () => {
  it('takes addresses, ranges and start,end lines, skips comments and a header, rejects the rest with line numbers', () => {
    const parsed = parseList(
      'datacenter',
      [
        'network,provider',
        '# comment',
        '; comment',
        '192.0.2.0/24',
        '192.0.2.7  # inline',
        '"198.51.100.0","198.51.100.127",Some Host,https://host.example',
        '2001:db8::/32',
        '',
        'rubbish',
        '10.0.0.1/33',
        '198.51.100.9,198.51.100.1',
        '0.0.0.0/0',
        '192.0.2.0/24',
      ].join('\r\n'),
    );
    expect(parsed.entries.map((e) => e.label)).toEqual([
      '192.0.2.0/24',
      '192.0.2.7',
      '198.51.100.0-198.51.100.127',
      '2001:db8::/32',
    ]);
    expect(parsed.rejected).toBe(4);
    expect(parsed.rejects.map((r) => [r.line, r.why])).toEqual([
      [9, 'neither an address nor a range'],
      [10, 'neither an address nor a range'],
      [11, 'the end lies before the start'],
      [12, 'covers the whole internet'],
    ]);
  });

  it('takes a range the way it is shown, and counts a line that comes twice once', () => {
    const lines = ['198.51.100.0-198.51.100.127', '198.51.100.0 - 198.51.100.127', '2001:db8::1-2001:db8::9'];
    const parsed = parseList('vpn', [...lines, '198.51.100.9-198.51.100.1', 'a-b'].join('\n'));
    expect(parsed.entries.map((e) => e.label)).toEqual(['198.51.100.0-198.51.100.127', '2001:db8::1-2001:db8::9']);
    expect(parsed.rejects.map(({ line, code }) => [line, code])).toEqual([
      [4, 'line_reversed'],
      [5, 'line_no_range'],
    ]);
  });

  it('takes AS numbers in the common spellings', () => {
    const parsed = parseList('asn-hosting', 'ASN,Entity\nAS64500\n64501,"Host, Inc."\nas64502 # x\nASX\n0\n5000000000');
    expect(parsed.entries.map((e) => e.label)).toEqual(['AS64500', 'AS64501 Host, Inc.', 'AS64502']);
    expect(parsed.rejects.map((r) => r.line)).toEqual([5, 6, 7]);
  });
});

describe('operator lists', () => {
  it('say what changed, and when nothing usable came leave the old list alone', async () => {
    const first = await load('my-dc', 'datacenter', '5.5.5.0/24\n6.6.6.6\nbad\n');
    expect(first).toMatchObject({
      added: 2,
      removed: 0,
      rejected: 1,
      list: { entries: 2, date: '2026-11-21', origin: 'operator' },
    });
    const second = await load('my-dc', 'datacenter', '5.5.5.0/24\n7.7.7.0,7.7.7.9\n');
    expect(second).toMatchObject({
      added: 1,
      removed: 1,
      addedSample: ['7.7.7.0-7.7.7.9'],
      removedSample: ['6.6.6.6'],
    });
    const third = await load('my-dc', 'datacenter', '5.5.5.0/24\n7.7.7.0,7.7.7.9\n');
    expect(third).toMatchObject({ added: 0, removed: 0 });
    // What nobody said is not made up, in English least of all.
    expect([first.list.source, first.list.licence]).toEqual(['', '']);
    await expect(load('my-dc', 'datacenter', 'nothing here\n')).rejects.toMatchObject({ code: 'refused' });
    await expect(loadList(files, { id: '../x', kind: 'vpn', file: 'x' })).rejects.toMatchObject({ code: 'refused' });
    await expect(loadList(files, { id: 'x', kind: 'vpn', file: join(folder, 'none') })).rejects.toMatchObject({
      code: 'refused',
    });
  });

  it('keep versions to go back to, five at most, and make none of the same text', async () => {
    const networks = (n: number) => Array.from({ length: n }, (_, i) => `5.5.${i}.0/24`).join('\n');
    for (const n of [1, 2, 3, 4, 5, 6, 6]) await load('my-dc', 'datacenter', networks(n));
    const [list] = await listVersions(files);
    expect([list?.version, list?.versions.map(({ version, entries }) => [version, entries])]).toEqual([
      6,
      [6, 5, 4, 3, 2].map((n) => [n, n]),
    ]);
    expect(list?.versions[0]?.diff).toMatchObject({ added: 1, removed: 0, addedSample: ['5.5.5.0/24'] });
    expect(await rollBackList(files, 'my-dc', 4)).toMatchObject({ version: 4, added: 0, removed: 2 });
    expect((await enricherHere()).address('5.5.3.1').ip_class).toBe('datacenter');
    expect((await enricherHere()).address('5.5.5.1').ip_class).not.toBe('datacenter');
    expect(await load('my-dc', 'datacenter', networks(5))).toMatchObject({ version: 7, added: 1 });
    await expect(rollBackList(files, 'my-dc', 1)).rejects.toMatchObject({ code: 'not_found' });
    await removeList(files, 'my-dc');
    expect(await readdir(join(folder, 'operator'))).toEqual(['index.json']);
  });

  it('refuse what cannot be right and keep the old version in force', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `5.6.${i}.0/24`);
    await load('my-dc', 'datacenter', many.join('\n'));
    const page = '<html><head>\n<title>Error</title>\n</head><body>\n5.6.1.0/24\n</body>';
    const text = many.slice(0, 15).join('\n');
    const refused = [
      { id: 'my-dc', kind: 'datacenter', text: page },
      { id: 'my-dc', kind: 'datacenter', text: '' },
      { id: 'my-dc', kind: 'datacenter', text },
      { id: 'my-dc', kind: 'vpn', text: many.join('\n') },
    ] as const;
    for (const list of refused) await expect(saveList(files, list)).rejects.toMatchObject({ code: 'refused' });
    expect((await listVersions(files)).map(({ version, versions }) => [version, versions.length])).toEqual([[1, 1]]);
    expect(await saveList(files, { id: 'my-dc', kind: 'datacenter', text, shrink: true })).toMatchObject({
      removed: 25,
    });
  });

  it('read what was loaded before lists had versions', async () => {
    await mkdir(join(folder, 'operator'), { recursive: true });
    await writeFile(join(folder, 'operator', 'old.txt'), '5.7.0.0/24\n');
    const old = {
      id: 'old',
      kind: 'datacenter',
      title: 'Old',
      source: 'x',
      licence: 'y',
      date: '2026-01-01',
      bytes: 11,
      entries: 1,
    };
    await writeFile(join(folder, 'operator', 'index.json'), JSON.stringify([old]));
    expect((await enricherHere()).address('5.7.0.1').ip_list).toBe('Old: 5.7.0.0/24');
    expect(await load('old', 'datacenter', '5.7.0.0/24\n5.8.0.0/24\n')).toMatchObject({
      version: 2,
      added: 1,
      removed: 0,
    });
  });

  it('know throw-away mail by its domain and everything under it', async () => {
    await load('mine', 'disposable-mail', '# own\n*.trash.example\nUser@Box.Example\ncom\nnot a domain\n');
    const enricher = await enricherHere();
    expect(
      ['mailinator.com', 'MAILINATOR.com', 'a.trash.example', 'gmail.com', ''].map((d) => enricher.emailClass(d)),
    ).toEqual(['disposable', 'disposable', 'disposable', 'ordinary', '']);
  });

  it('decide the class of an address, narrow kinds first, and explain it', async () => {
    await load('my-vpn', 'vpn', '5.5.5.0/25\n');
    await load('my-dc', 'datacenter', '5.5.5.0/24\n2a0c:5555::/32\n');
    await load('my-relay', 'relay', '5.5.6.0/24\n');
    await load('my-asn', 'asn-hosting', 'AS13335 Cloudflare\n');
    await load('FooBot', 'crawler-range', '5.5.7.0/24\n');
    const enricher = await enricherHere();
    const seen = (ip: string) => [enricher.address(ip).ip_class, enricher.address(ip).ip_list];
    expect(seen('5.5.5.7')).toEqual(['vpn', 'my-vpn: 5.5.5.0/25']);
    expect(seen('5.5.5.200')).toEqual(['datacenter', 'my-dc: 5.5.5.0/24']);
    expect(seen('2a0c:5555::1')).toEqual(['datacenter', 'my-dc: 2a0c:5555::/32']);
    expect(seen('5.5.6.1')).toEqual(['relay', 'my-relay: 5.5.6.0/24']);
    expect(seen('1.1.1.1')).toEqual(['datacenter', 'my-asn: AS13335 Cloudflare']);
    expect(seen('5.5.7.1')).toEqual(['crawler', 'FooBot: 5.5.7.0/24']);
    expect(enricher.crawlerCheck('FooBot', '5.5.7.1')).toBe('verified');
    expect(enricher.crawlerCheck('FooBot', '1.1.1.1')).toBe('spoofed');
    expect(enricher.userAgent('Mozilla/5.0 (compatible; FooBot/1.0; +http://foo.example)').claimed_crawler).toBe(
      'FooBot',
    );
  });

  it('replace a shipped list of the same id and end a blindness, and give both back when removed', async () => {
    const blind = (lists: Lists) => lists.info.filter((l) => l.blind).map((l) => l.kind);
    const before = await openHere();
    expect(blind(before)).toEqual(['vpn', 'relay']);
    expect(createEnricher(before).address('66.249.66.1').ip_class).toBe('crawler');
    const version = await listsVersion(files);

    await load('googlebot', 'crawler-range', '5.5.8.0/24\n');
    await load('hosting-networks', 'asn-hosting', 'AS64500\n');
    await load('my-vpn', 'vpn', '5.5.5.0/25\n');
    expect(await listsVersion(files)).not.toBe(version);
    const after = await openLists({ folder, files });
    expect(blind(after)).toEqual(['relay']);
    expect(createEnricher(after).address('66.249.66.1').ip_class).toBe('public');
    expect(after.info.filter((l) => l.id === 'googlebot').map((l) => l.origin)).toEqual(['operator']);

    for (const id of ['googlebot', 'hosting-networks', 'my-vpn']) await removeList(files, id);
    await expect(removeList(files, 'googlebot')).rejects.toMatchObject({ code: 'not_found' });
    expect(await listLists({ folder, files })).toEqual(before.info);
  });
});

describe('shipped lists', () => {
  it('carry source, licence, date and size', async () => {
    const info = await listLists({ folder: TEST_LISTS, files });
    for (const list of info.filter((l) => !l.blind)) {
      expect(list.date, list.id).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(list.licence, list.id).not.toBe('');
      expect(list.source, list.id).not.toBe('');
      expect(list.bytes, list.id).toBeGreaterThan(0);
    }
    expect(info.filter((l) => l.licence === 'CC BY 4.0').every((l) => l.attribution !== '')).toBe(true);
  });

  it('build the network table anew when its file is damaged', async () => {
    await openHere();
    const name = (await readdir(folder)).find((f) => f.startsWith('asn-')) ?? '';
    await writeFile(join(folder, name), 'half a file');
    expect((await openNetworkTable(folder)).entries).toBeGreaterThan(500_000);
  });
});
