import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import errors from '../../../platform/web/i18n/errors.de.json' with { type: 'json' };
import { whyFailed } from './job-tables.tsx';

beforeAll(async () => {
  await i18next.init({ lng: 'de', keySeparator: false, resources: { de: { errors } } });
});

describe('why a job failed', () => {
  it('is said in the reader’s language where it is a usual failure, with the words of the engine behind it', () => {
    const error = 'Code: 241. Memory limit exceeded';
    expect(whyFailed({ error, code: 'query_too_heavy' }, i18next.t)).toBe(`${errors.query_too_heavy} (${error})`);
  });

  it('stays as it was said for any other', () => {
    for (const code of [null, 'internal', '53100', 'constructor'])
      expect(whyFailed({ error: 'The disk said no', code }, i18next.t)).toBe('The disk said no');
  });
});
