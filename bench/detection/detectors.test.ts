import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectorsLine, detectorsNow, tellsItsAge } from './detectors.ts';

describe('RESULTS.md', () => {
  it('is of the detectors as they are, or says at its top that they have changed since', () => {
    const results = readFileSync(join(import.meta.dirname, 'RESULTS.md'), 'utf8');
    const now = detectorsNow();
    const todo =
      'Detectors have changed since bench/detection/RESULTS.md was made. Either run `npm run bench -- detection`, which ' +
      'makes it anew with the reporting seeds (half an hour), or write under its title a line that begins with ' +
      `"Detectors changed since: " and says what changed. The detectors are ${now} now.`;
    expect(tellsItsAge(results, now), todo).toBe(true);
  });

  it('is known by a line of its top alone', () => {
    const results = `# Detection quality\n\nWritten at commit abc. ${detectorsLine('0123456789ab')}\n`;
    expect(tellsItsAge(results, '0123456789ab')).toBe(true);
    expect(tellsItsAge(results, 'ba9876543210')).toBe(false);
    expect(tellsItsAge(`# Detection quality\n\nDetectors changed since: floods are fraud.\n\n${results}`, 'ba9')).toBe(
      true,
    );
    expect(tellsItsAge(`${'\n'.repeat(40)}${results}`, '0123456789ab')).toBe(false);
  });
});
