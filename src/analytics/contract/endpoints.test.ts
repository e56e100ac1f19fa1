import { describe, expect, it } from 'vitest';
import { BOARDS } from './boards/registry.ts';
import { BOARD_CALLS, downloadEndpoint, widgetEndpoint } from './endpoints.ts';

const paths = new Set(BOARD_CALLS.map((call) => call.endpoint.path));
const missing = (base: string, names: readonly string[]) =>
  names.map((name) => `${base}${name}`).filter((path) => !paths.has(path));

const GROUPED = ['date-wise', 'publisher-wise'] as const;
const METRICS = ['unique-event', 'current-month-affiliation', 'primary-attribution', 'non-primary-attribution'].flatMap(
  (metric) => GROUPED.map((by) => `${metric}/${by}`),
);

describe('the calls of the spec', () => {
  it.each(['visit', 'click', 'impression', 'event'])('exist for web %s [WEB-UI-01]', (kind) => {
    const widgets =
      'total fraud-category fraud-sub-category top-publisher/clean top-publisher/invalid date-wise week-wise month-wise publisher-wise campaign-wise placement-wise channel-wise';
    expect(missing(`/api/v2/web/${kind}/dashboard/`, widgets.split(' '))).toEqual([]);
  });

  it.each(['install', 'event', 're-click', 're-event', 'click-impression'])(
    'exist for app %s [APP-GAP-01] [APP-ENT-01]',
    (kind) => {
      const widgets =
        'total date-wise top-publisher/clean top-publisher/fraud fraud-category fraud-sub-category fraud-sub-category-percent fraud/date-wise fraud/week-wise fraud/month-wise fraud/install-type-wise fraud/publisher-wise sub-publisher-wise';
      expect(missing(`/api/v2/app/${kind}/dashboard/`, widgets.split(' '))).toEqual([]);
    },
  );

  it('exist for the app event metrics by date and by publisher [APP-ENT-02]', () => {
    expect(missing('/api/v2/app/event/dashboard/', METRICS)).toEqual([]);
  });

  it('exist for the impression plots and the older plots [WEB-GAP-05] [WEB-GAP-06]', () => {
    const plots =
      'counts fraud_reason_trend fraud_impression cumulative_impression_trend top_exchange_traffic placement_high_fraud_traffic top_placement fraud_category fraud_sub_category channel placement_type top_system_domain sub_publisher';
    expect(missing('/api/web-bi/plots/', plots.split(' '))).toEqual([]);
  });

  it('exist for the named loads [APP-GAP-02] [APP-API-38] [APP-API-39]', () => {
    const install =
      'total_install fraudulent_install clean_install fraud_install fraud_category fraud_sub_category click_fraud_date click_fraud_publisher install_fraud_date install_fraud_publisher sub_fraud_category_date sub_fraud_category_publisher fraud_sub_publisher fraud_sub_publisher_date publisher publisher_download';
    const event =
      'total_event fraudulent_event clean_event fraud_event fraud_category fraud_sub_category fraud_date fraud_publisher fraud_sub_publisher publisher';
    expect(missing('/api/app/app_', install.split(' '))).toEqual([]);
    for (const prefix of ['event', 're_click', 're_event'])
      expect(missing(`/api/app/app_${prefix}_`, event.split(' '))).toEqual([]);
    expect(missing('/api/app/', ['device_fraud_count', 'Install/fraud_statistics', 'Event/fraud_statistics'])).toEqual(
      [],
    );
  });

  it('offer the seventeen kinds of app files [DL-GAP-01] [DL-EXP-02]', () => {
    const files =
      'top-publisher/clean top-publisher/fraud fraud/date-wise fraud/week-wise fraud/month-wise fraud/install-type-wise fraud/publisher-wise total sub-publisher-wise';
    const kinds = [...files.split(' '), ...METRICS].map((name) => `${name}/download`);
    expect(kinds).toHaveLength(17);
    expect(missing('/api/v2/app/event/dashboard/', kinds)).toEqual([]);
  });

  it('are found from board and widget, over the older path where a page asks for it', () => {
    for (const board of BOARDS) {
      for (const widget of board.widgets) {
        expect(widgetEndpoint(board, widget).path).toBe(`${board.api}/${widget.id}`);
        expect(downloadEndpoint(board, widget).path).toBe(`${board.api}/${widget.id}/download`);
      }
    }
    const click = BOARDS.find((board) => board.id === 'web-click');
    const total = click?.widgets[0];
    if (!click || !total) throw new Error('The click board begins with its totals');
    expect(widgetEndpoint(click, total, 'named').path).toBe('/api/web-bi/click/plots/counts');
  });
});

it('a call that is not defined is reported by its type before anything is sent [CLI-MSG-01]', () => {
  const [board] = BOARDS;
  const [widget] = board?.widgets ?? [];
  if (!board || !widget) throw new Error('There are boards with widgets');
  expect(() => widgetEndpoint(board, { ...widget, id: 'XYZ' })).toThrow(/^Endpoint not defined, Type:.*XYZ$/);
});
