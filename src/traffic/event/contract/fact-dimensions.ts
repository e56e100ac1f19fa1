/** Facts that events are filtered and grouped by: what boards need of them without all the others. */
export const FACT_DIMENSIONS = {
  ua_class: {
    label: 'User agent class',
    description:
      'browser, app (in-app or SDK user agent), bot, library (HTTP library or tool), headless, malformed, empty',
  },
  ua_bot: {
    label: 'Bot name',
    description: 'Name of the declared crawler or monitor',
  },
  browser: {
    label: 'Browser',
    description: 'Browser family',
  },
  browser_version: {
    label: 'Browser version',
    description: 'Major version of the browser',
  },
  os: {
    label: 'Operating system',
    description: 'From the user agent, else as declared',
  },
  os_version: {
    label: 'OS version',
    description: 'From the user agent, else as declared',
  },
  device_type: {
    label: 'Device type',
    description: 'desktop, mobile, tablet, tv, other',
  },
  ip_class: {
    label: 'Network class',
    description: 'datacenter, vpn, crawler, relay (Apple private relay), private, public',
  },
  as_name: {
    label: 'Network',
    description: 'Organisation of the autonomous system',
  },
  crawler_check: {
    label: 'Crawler check',
    description:
      'verified, spoofed, unlisted: does the address belong to the crawler the user agent names; before_list: the event is over a year older than the list, which keeps no history',
  },
  device_id_class: {
    label: 'Device id form',
    description: 'valid, zero, malformed or missing',
  },
} as const;
