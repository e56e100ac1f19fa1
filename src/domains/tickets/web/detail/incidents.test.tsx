// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { SelectionProvider } from '#platform/web/layout/selection.tsx';
import { show } from '#platform/web/testing/render.tsx';
import traffic from '../../../../traffic/event/web/i18n/traffic.en.json' with { type: 'json' };
import tickets from '../i18n/tickets.en.json' with { type: 'json' };
import { Incidents } from './incidents.tsx';

const shop: PackageInfo = {
  package_name: 'shop',
  package_title: 'Shop',
  platform: 'app',
  time_zone: 'Asia/Tokyo',
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: '2026-11-20',
};
const sample = [
  { event_id: 'e-1', ts: '2026-11-19T23:30:00Z', reason: 'net.datacenter' },
  { event_id: 'e-2', ts: '2026-11-19T10:00:00Z', reason: 'clk.duplicate' },
];
const counts = { total: 100, fraud: 40, suspect: 2 };
const asked = { from: '2026-11-19', to: '2026-11-19', kinds: ['install'], where: { publisher: ['North', 'East'] } };

const ticketOf = (frozen: object): TicketDetail => {
  const incident = {
    id: 7,
    package_name: 'shop',
    source: 'alert',
    title: 'More fraud',
    publisher: 'North',
    numbers: {},
    tickets: [],
  };
  const at = { happened_at: '2026-11-19T12:00:00Z', attached_at: '2026-11-20T01:00:00Z', created_at: '' };
  const shown = { numbers: {}, rule_set_version: 3, counts, sample, ...frozen };
  const whole = { id: 1, package_name: 'shop', may_change: true, incidents: [{ ...incident, ...at, frozen: shown }] };
  return whole as unknown as TicketDetail;
};

async function open(frozen: object, now: object | null) {
  const live = { incident_id: 7, frozen: counts, now, moved: now !== null, rule_set_version: { frozen: 3, now: 4 } };
  vi.stubGlobal('fetch', async () => Response.json({ data: [live] }));
  const page = (
    <SelectionProvider packages={[shop]} historyMonths={12}>
      <Incidents ticket={ticketOf(frozen)} />
    </SelectionProvider>
  );
  await show(page, { tickets, traffic }, '/issues/1?package=shop');
}

const addressOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the evidence of a ticket', () => {
  it('says what was counted of which traffic by which rules, and leads to those events', async () => {
    await open({ asked }, null);
    expect(screen.getByText(/100 events, 40 fraud \(40.0 %\), 2 suspect.*Rules of version 3/)).toBeTruthy();
    expect(screen.getByText(/Kind: Install · Publisher: North and East/)).toBeTruthy();
    const days = 'package=shop&from=2026-11-19&to=2026-11-19';
    expect(addressOf('Show its events')).toBe(`/traffic/events?${days}&kind=install&publisher=North&publisher=East`);
  });

  it('shows sampled events with why, each leading to its reasons on the day it has in the package', async () => {
    await open({ asked }, null);
    expect(screen.getByText('Data centre')).toBeTruthy();
    expect(screen.getByText(traffic['why.net.datacenter'])).toBeTruthy();
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toContain('/traffic/events?package=shop&from=2026-11-20&to=2026-11-20&event=e-1');
    expect(hrefs).toContain('/traffic/events?package=shop&from=2026-11-19&to=2026-11-19&event=e-2');
  });

  it('says so when the traffic counts to something else by now, and by which rules', async () => {
    await open({ asked }, { total: 120, fraud: 0, suspect: 0 });
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('120 events, 0 fraud');
    expect(note.textContent).toContain('Rules of version 4');
  });

  it('shows a publisher no filter, and nothing at all where there is nothing for it', async () => {
    await open({ counts: null, sample: [], rule_set_version: null }, null);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/events/)).toBeNull();
  });
});
