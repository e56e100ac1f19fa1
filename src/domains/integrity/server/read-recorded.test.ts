import { describe, expect, it } from 'vitest';
import { readRecorded } from './read-recorded.ts';

const LINK = 'https://track.example/t/c/key?p=one&s=two';
const OF = { address: LINK, ip: '192.0.2.7', userAgent: 'Agent "X" 1', referrer: 'https://from.example/' };

describe('a recorded request', () => {
  it.each([
    [
      'lines',
      `GET ${LINK} HTTP/1.1\r\nHost: track.example\r\nUser-Agent: Agent "X" 1\r\nX-Forwarded-For: 192.0.2.7, 10.0.0.1\r\nreferer: https://from.example/\r\n`,
    ],
    [
      'a command line of curl',
      `curl -X GET '${LINK}' \\\n  -H 'X-Forwarded-For: 192.0.2.7' \\\n  --compressed -A "Agent \\"X\\" 1" -e https://from.example/`,
    ],
    [
      'an archive, of which the first request counts',
      JSON.stringify({
        log: {
          version: '1.2',
          entries: [
            {
              request: {
                method: 'GET',
                url: LINK,
                headers: [
                  { name: 'user-agent', value: 'Agent "X" 1' },
                  { name: 'X-Forwarded-For', value: '192.0.2.7' },
                  { name: 'Referer', value: 'https://from.example/' },
                ],
              },
            },
            { request: { method: 'GET', url: 'https://other.example/', headers: [] } },
          ],
        },
      }),
    ],
  ])('is read from %s', (_name, text) => expect(readRecorded(text)).toEqual(OF));

  it('of curl without an agent has that of curl, and lines without that of the request no address', () => {
    expect(readRecorded(`curl ${LINK}`)).toMatchObject({ address: LINK, userAgent: 'curl/8.5.0' });
    expect(readRecorded('User-Agent: me')).toEqual({ address: '', ip: '', userAgent: 'me', referrer: '' });
  });

  it.each([
    '<script>alert(1)</script>',
    '{"log":{"entries":[]}}',
    '{ "log"',
    'curl -I',
    'User-Agent: me\nand more',
    '',
  ])('is not %j', (text) => expect(readRecorded(text)).toBe(null));
});
