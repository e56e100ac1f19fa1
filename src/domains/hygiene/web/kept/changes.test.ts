import { expect, it } from 'vitest';
import type { AnalysisResult, Finding } from '#domains/hygiene/contract/result.ts';
import { changesBetween } from './changes.ts';

const seen = (name: string, confidence: number): Finding => ({
  section: 'generic_labels',
  name,
  confidence,
  source: 'objects',
});

const result = (findings: Finding[], lines: string[] = []): AnalysisResult => ({
  generic_labels: {},
  celebrity: {},
  logo: {},
  moderation_labels: {},
  demographics: { age: [], gender: [], emotions: [] },
  text: lines.join('\n'),
  translation: '',
  meta: {
    provider: 'embedded',
    ms: 1,
    verdict: 'safe',
    reasons: [],
    findings,
    lines: lines.map((text) => ({ text, confidence: 0.9, place: [0, 0, 1, 1] })),
    unavailable: [],
    language: '',
    width: 1,
    height: 1,
    seconds: 0,
    frames: 0,
    hash: '',
    approved: [],
  },
});

it('two results tell what came, went and changed, with both confidences, and what stayed last', () => {
  const before = result([seen('Cup', 0.801), seen('Chair', 0.5), seen('Dog', 0.4)], ['Half price']);
  const after = result([seen('Cup', 0.802), seen('Dog', 0.9), seen('Knife', 0.7)], ['Full price']);
  expect(
    changesBetween(before, after).map(({ name, before: was, after: is, change }) => [change, name, was, is]),
  ).toEqual([
    ['added', 'Knife', undefined, 0.7],
    ['added', 'Full price', undefined, 0.9],
    ['gone', 'Chair', 0.5, undefined],
    ['gone', 'Half price', 0.9, undefined],
    ['changed', 'Dog', 0.4, 0.9],
    ['same', 'Cup', 0.801, 0.802],
  ]);
});
