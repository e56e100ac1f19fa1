// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { endpoint } from '#platform/contract/endpoint.ts';
import { fileBody } from '#platform/contract/envelopes.ts';
import { download } from './files.ts';

const table = endpoint({
  method: 'GET',
  path: '/api/table/download',
  summary: '',
  access: 'session',
  response: fileBody,
  answer: 'file',
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  [undefined, 'report.csv'],
  ['attachment; filename="own 2026.csv"', 'own 2026.csv'],
  ["attachment; filename=x.csv; filename*=UTF-8''%C3%BCber.csv", 'über.csv'],
])(
  'a file the server calls %s is saved as %s, with its bytes and as CSV [CONST-10] [DL-CONST-01]',
  async (disposition, name) => {
    const headers = { 'content-type': 'text/csv', ...(disposition ? { 'content-disposition': disposition } : {}) };
    vi.stubGlobal('fetch', async () => new Response('a,b\r\n1,2\r\n', { headers }));
    const saved: { name: string; blob: Blob }[] = [];
    let given = new Blob();
    vi.stubGlobal('URL', {
      createObjectURL: (blob: Blob) => {
        given = blob;
        return 'blob:own';
      },
      revokeObjectURL: () => undefined,
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: given });
    });
    await download(table, {});
    expect(saved.map((each) => each.name)).toEqual([name]);
    expect([saved[0]?.blob.type, await saved[0]?.blob.text()]).toEqual(['text/csv', 'a,b\r\n1,2\r\n']);
  },
);
