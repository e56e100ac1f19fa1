import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Token → [light, dark]. */
const tokens = new Map(
  [...css.matchAll(/--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map((m) => [
    m[1],
    [m[2] ?? '', m[3] ?? ''],
  ]),
);

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};
const pair = (a: string, b: string, theme: number): number =>
  contrast(tokens.get(a)?.[theme] ?? '', tokens.get(b)?.[theme] ?? '');

const TEXT_ON: [string, string][] = [
  ...['surface-0', 'surface-1', 'surface-2'].flatMap((s): [string, string][] =>
    ['text', 'muted', 'accent'].map((t) => [t, s]),
  ),
  ...['clean', 'suspect', 'fraud', 'accent'].flatMap((t): [string, string][] => [
    [t, 'surface-1'],
    [t, `${t}-soft`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
];
const SHAPE_ON: [string, string][] = [
  ['line-strong', 'surface-1'],
  ['clean-fill', 'surface-1'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 'other'].map((n): [string, string] => [`category-${n}`, 'surface-1']),
];

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s', (_, theme) => {
  it.each(TEXT_ON)('%s on %s is readable text', (a, b) => {
    expect(pair(a, b, theme)).toBeGreaterThanOrEqual(4.5);
  });
  it('clean and fraud in charts differ in brightness, not only in colour', () => {
    expect(pair('clean-fill', 'fraud', theme)).toBeGreaterThanOrEqual(1.8);
  });
  it.each(SHAPE_ON)('%s on %s is a visible shape', (a, b) => {
    expect(pair(a, b, theme)).toBeGreaterThanOrEqual(3);
  });
});
