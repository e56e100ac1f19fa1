// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import { publicTexts } from '#traffic/rules/server/public-texts.ts';
import de from '../server/texts/de.json' with { type: 'json' };
import { useLimitWords } from './limit-words.ts';

const LABEL = 'Conversion rate, against other sources: under';
const Label = () => <p>{useLimitWords().label({ label: LABEL })}</p>;

afterEach(cleanup);

it('a limit has its label in the language of the reader, its colon and all', async () => {
  const texts = publicTexts(de);
  await show(<Label />, { ...texts, limits: {} }, '/', 'de');
  const said = texts['rule-names'][`limit.${LABEL}`];
  expect(said).not.toBe(LABEL);
  expect(screen.getByText(said ?? '')).toBeTruthy();
});
