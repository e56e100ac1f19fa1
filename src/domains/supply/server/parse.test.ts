import { describe, expect, it } from 'vitest';
import { MOST_RECORDS } from '../contract/supply-file.ts';
import { parseAds } from './parse-ads.ts';
import { parseSellers } from './parse-sellers.ts';
import { textOf } from './parsed.ts';

const faultsOf = ({ faults }: { faults: { line: number; code: string }[] }) =>
  faults.map(({ line, code }) => `${line} ${code}`);

describe('files that name sellers', () => {
  it('are read as IAB Tech Lab writes them, and tell which line they are wrong in', () => {
    const read = parseAds(
      [
        '\uFEFF# a comment\r\n',
        'Exchange.Example , Acc-1 ,\tdirect, f08c47fec0942fa0 # ours\r',
        'exchange.example,Acc-1,DIRECT\n',
        'other.example, 7, reseller;extension\n',
        'OwnerDomain = owner.example\nMANAGERDOMAIN=manager.example, US\nsubdomain=sub.news.example\nFOO=1\n',
        'no comma\nexchange.example,1,SOMETHING\nnot a domain,1,DIRECT\nexchange.example,,DIRECT\na.example,1,DIRECT,x,y\n',
        'contact=mailto:ads@owner.example\ninventorypartnerdomain=partner.example\nexchange.example,acc-1,DIRECT',
      ].join(''),
    );
    expect(
      read.records.map(({ line, system, account, relation, authority }) => [
        line,
        system,
        account,
        relation,
        authority,
      ]),
    ).toEqual([
      [2, 'exchange.example', 'Acc-1', 'DIRECT', 'f08c47fec0942fa0'],
      [4, 'other.example', '7', 'RESELLER', ''],
      [13, 'a.example', '1', 'DIRECT', 'x'],
      [16, 'exchange.example', 'acc-1', 'DIRECT', ''],
    ]);
    expect(read.variables.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'OWNERDOMAIN=owner.example',
      'MANAGERDOMAIN=manager.example, US',
      'SUBDOMAIN=sub.news.example',
      'CONTACT=mailto:ads@owner.example',
      'INVENTORYPARTNERDOMAIN=partner.example',
    ]);
    expect(faultsOf(read)).toEqual([
      '3 doubled',
      '8 unknown_variable',
      '9 few_fields',
      '10 not_a_relation',
      '11 not_a_domain',
      '12 no_account',
      '13 many_fields',
    ]);
    expect(parseAds('placeholder.example.com, placeholder, DIRECT, placeholder').says).toBe('nobody');
    const sellers = parseSellers(
      '\uFEFF{"version":"1.0","sellers":[{"seller_id":7,"seller_type":"publisher","name":"News","domain":"News.example"},{"seller_id":"8","is_confidential":1,"seller_type":"BOTH"},{"name":"x"},{"seller_id":"7"},{"seller_id":"9","seller_type":"OTHER"}]}',
      'exchange.example',
    );
    expect(sellers.records.map((each) => [each.account, each.relation, each.domain, each.is_confidential])).toEqual([
      ['7', 'PUBLISHER', 'news.example', false],
      ['8', 'BOTH', '', true],
      ['9', '', '', false],
    ]);
    expect(sellers.variables).toEqual([{ name: 'version', value: '1.0' }]);
    expect(faultsOf(sellers)).toEqual(['3 no_seller_id', '4 doubled', '5 not_a_type', '5 no_seller_domain']);
  });

  it('are nothing at all when they are pages, programs, bytes or forms, and say no record that stands in such', () => {
    const form = '--4f2a\r\nContent-Disposition: form-data; name="file"\r\n\r\nads.example, 1, DIRECT\r\n--4f2a--';
    const record = '\nssp.example, 1, DIRECT\n';
    const wide = Buffer.from(`\uFEFFssp.example, 1, DIRECT`, 'utf16le');
    const pages = ['<!doctype html><p>Not here', '<!-- x -->', '  <div>', '{"error":404}', '[]', '\0\u0001'];
    for (const page of [...pages.map((page) => page + record), form, wide.toString('utf8')])
      expect(parseAds(page), page).toMatchObject({ says: 'nothing', records: [], faults: [{ code: 'not_text' }] });
    for (const page of ['{', '', '<html>', 'ssp.example, 1, DIRECT'])
      expect(parseSellers(page, 'x.example'), page).toMatchObject({ says: 'nothing', faults: [{ code: 'not_json' }] });
    for (const page of ['{}', '[]', 'null', '{"sellers":{}}', '7'])
      expect(parseSellers(page, 'x.example'), page).toMatchObject({
        says: 'nothing',
        faults: [{ code: 'no_sellers' }],
      });
    for (const empty of ['', '\n\n', '# nobody'])
      expect(parseAds(empty), empty).toMatchObject({ says: 'nothing', faultCount: 0, variables: [] });
  });

  it('may be of an editor that writes two bytes a letter, as its mark says', () => {
    const text = '\uFEFFssp.example, ä-1, DIRECT\r\n';
    const little = Buffer.from(text, 'utf16le');
    const written = [Buffer.from(text), little, Buffer.from(little).swap16()];
    for (const bytes of written) expect(parseAds(textOf(bytes)).records[0]).toMatchObject({ account: 'ä-1', line: 1 });
  });

  it('are read whole or not at all: of a list that is too long nobody can say who is not in it', () => {
    const lines = (n: number) => Array.from({ length: n }, (_, i) => `ssp.example, ${i}, DIRECT`).join('\r');
    expect(parseAds(lines(100_000))).toMatchObject({ says: 'records', faultCount: 0 });
    expect(parseAds(lines(100_000)).records).toHaveLength(100_000);
    const many = lines(MOST_RECORDS + 1);
    expect(parseAds(many)).toMatchObject({ says: 'nothing', records: [], faults: [{ code: 'too_many' }] });
    const sellers = (n: number) =>
      JSON.stringify({ sellers: Array.from({ length: n }, (_, i) => ({ seller_id: i, seller_type: 'PUBLISHER' })) });
    const read = parseSellers(sellers(MOST_RECORDS), 'x.example');
    expect([read.records.length, read.faults.length, read.faultCount]).toEqual([MOST_RECORDS, 200, MOST_RECORDS]);
    expect(parseSellers(sellers(MOST_RECORDS + 1), 'x.example')).toMatchObject({ says: 'nothing', records: [] });
  });

  it('cannot be written so that reading them takes long, or so that what was read cannot be stored', () => {
    const long = 4_000_000;
    const hostile = [
      `a${' '.repeat(long)}b`,
      `${'a '.repeat(long / 2)}= 1`,
      ','.repeat(long),
      '='.repeat(long),
      '#'.repeat(long),
    ];
    const began = performance.now();
    for (const line of hostile) expect(parseAds(line).records).toEqual([]);
    expect(performance.now() - began).toBeLessThan(10_000);
    // Cut in the middle of a sign, halves of signs, and what no text of the database holds.
    const odd = ['\\ud83d', '\\u0000', `${'x'.repeat(299)}\u{1F600}`].map(
      (name, n) => `{"seller_id":"${n}${name}","name":"${name}","domain":"${name}"}`,
    );
    const { records, faults } = parseSellers(`{"sellers":[${odd.join(',')}]}`, 'x.example');
    const line = parseAds(`${'y'.repeat(199)}\u{1F600}`).faults;
    const texts = [...records, ...faults, ...line].flatMap((each) => Object.values(each).map(String));
    expect(texts.filter((text) => /[\p{Cs}\p{Cc}]/u.test(text))).toEqual([]);
    expect(records.map(({ account }) => account.slice(0, 3))).toEqual(['0', '1', '2xx']);
  });
});
