// @vitest-environment jsdom
// @vitest-environment-options { "alone": "a chart with its drawing replaced" }
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { TimeChart } from '#platform/contract/charts/model.ts';
import { show } from '../testing/render.tsx';
import { Chart } from './chart.tsx';

const model: TimeChart = {
  kind: 'time',
  buckets: ['2026-11-19', '2026-11-20', '2026-11-21'],
  series: [{ name: 'Clean', tone: 'clean', values: [5, 6, 7] }],
  partialFrom: '2026-11-21',
};

// What draws needs a canvas; what is said and chosen does not.
vi.mock('./echarts-parts.ts', () => ({
  init: () => ({ on() {}, setOption() {}, resize() {}, dispose() {}, dispatchAction() {} }),
}));
afterEach(cleanup);

it('is walked point by point with the arrow keys, read out, and Enter opens the point at hand', async () => {
  const picked = vi.fn();
  await show(<Chart model={model} label="Clicks by date" onPick={picked} />);
  const keys = userEvent.setup();
  const chart = screen.getByRole('slider', { name: 'Clicks by date' });
  const said = () => chart.getAttribute('aria-valuetext');
  await keys.tab();
  expect(document.activeElement).toBe(chart);
  await keys.keyboard('{Enter}');
  expect(picked).not.toHaveBeenCalled();
  await keys.keyboard('{ArrowRight}{ArrowRight}');
  expect(said()).toMatch(/20.*Clean 6$/);
  await keys.keyboard('{Enter}');
  expect(picked).toHaveBeenLastCalledWith('2026-11-20', '');
  await keys.keyboard('{End}{ArrowRight}');
  expect(said()).toMatch(/21 ?.*\(not complete\), Clean 7$/);
  await keys.keyboard('{Home}{ArrowLeft}');
  expect(said()).toMatch(/19.*Clean 5$/);
  expect(chart.getAttribute('aria-valuenow')).toBe('0');
});

it('leaves other keys to the page', async () => {
  await show(<Chart model={model} label="Clicks by date" />);
  const chart = screen.getByRole('slider');
  const event = new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true });
  chart.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});
