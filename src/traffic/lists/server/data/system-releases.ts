/**
 * Operating systems: `version released end-of-support`, where `-` means supported or no end announced.
 *
 * Facts from the makers' release and security notes, cross-checked with endoflife.date (MIT) on 2026-11-21.
 * - Android: end = last security patch of the branch. 4.3 and older stopped before 4.4 did; they carry 4.4's day.
 * - iOS and iPadOS share version numbers and one name in agents, so the later end of the two counts.
 * - Windows: the last edition of a version counts (Windows 8.1 without extended contracts). Agents say `NT 10.0` for 10
 *   and
 *   11 alike, so `10` carries no end: calling Windows 11 unsupported would be false.
 * - macOS: since 2020 browsers say 10.15.7 whatever runs; the agent reader drops that value, a declared one is judged.
 */
export const SYSTEM_RELEASES_DATE = '2026-11-21';

export const SYSTEM_RELEASES = {
  Android: `
    1.0 2008-09-23 2017-10-01, 1.1 2009-02-09 2017-10-01, 1.5 2009-04-27 2017-10-01, 1.6 2009-09-15 2017-10-01,
    2.0 2009-10-26 2017-10-01, 2.1 2010-01-11 2017-10-01, 2.2 2010-05-20 2017-10-01, 2.3 2010-12-06 2017-10-01,
    3.0 2011-02-22 2017-10-01, 3.1 2011-05-10 2017-10-01, 3.2 2011-07-15 2017-10-01,
    4.0 2011-10-18 2017-10-01, 4.1 2012-07-09 2017-10-01, 4.2 2012-11-13 2017-10-01, 4.3 2013-07-24 2017-10-01,
    4.4 2013-10-31 2017-10-01, 5.0 2014-11-12 2018-03-01, 5.1 2015-03-01 2018-03-01, 6.0 2015-10-05 2018-08-01,
    7.0 2016-08-22 2019-10-01, 7.1 2016-12-01 2019-10-01, 8.0 2017-08-21 2021-01-01, 8.1 2017-12-05 2021-01-10,
    9 2018-08-06 2022-01-01, 10 2019-09-03 2023-03-06, 11 2020-09-08 2024-02-05, 12 2021-10-04 2025-03-03,
    12.1 2022-03-07 2025-03-03, 13 2022-08-15 2026-03-02, 14 2023-10-04 -, 15 2024-09-03 -, 16 2025-06-10 -,
    17 2026-06-16 -`,
  iOS: `
    1 2007-06-29 2010-02-02, 2 2008-07-11 2011-07-01, 3 2009-06-17 2012-01-01, 4 2010-06-21 2013-01-01,
    5 2011-10-12 2012-11-01, 6 2012-09-19 2014-02-21, 7 2013-09-18 2014-10-20, 8 2014-09-17 2015-09-30,
    9 2015-09-16 2019-07-22, 10 2016-09-13 2019-07-22, 11 2017-09-19 2018-10-08, 12 2018-09-17 2026-01-26,
    13 2019-09-19 2020-09-16, 14 2020-09-16 2021-10-26, 15 2021-09-20 -, 16 2022-09-12 -, 17 2023-09-18 -,
    18 2024-09-16 -, 26 2025-09-15 -`,
  macOS: `
    10.0 2001-03-24 2001-06-22, 10.1 2001-09-25 2002-06-06, 10.2 2002-08-24 2003-10-03, 10.3 2003-10-24 2005-04-15,
    10.4 2005-04-29 2007-11-14, 10.5 2007-10-26 2009-08-13, 10.6 2009-08-28 2011-07-25, 10.7 2011-07-20 2012-10-04,
    10.8 2012-07-25 2015-08-13, 10.9 2013-10-22 2016-12-01, 10.10 2014-10-16 2017-08-01, 10.11 2015-09-30 2018-12-01,
    10.12 2016-09-20 2019-10-01, 10.13 2017-09-25 2020-12-01, 10.14 2018-09-24 2021-10-25,
    10.15 2019-10-07 2026-02-02, 11 2020-11-12 2026-02-02, 12 2021-10-25 2024-09-16, 13 2022-10-24 2025-09-15,
    14 2023-09-26 -, 15 2024-09-16 -, 26 2025-09-15 -`,
  Windows: `
    95 1995-08-24 2001-12-31, 98 1998-06-25 2006-07-11, ME 2000-09-14 2006-07-11, 2000 2000-02-17 2010-07-13,
    XP 2001-10-25 2014-04-08, Vista 2007-01-30 2017-04-11, 7 2009-10-22 2020-01-14, 8 2012-10-26 2016-01-12,
    8.1 2013-10-17 2023-01-10, 10 2015-07-29 -, 11 2021-10-05 -`,
} as const;

/**
 * Last minor version of iOS branches that are closed for good. A higher one was never released.
 * Branches that still get fixes are absent.
 */
export const LAST_IOS_MINOR: Readonly<Record<number, number>> = {
  4: 3,
  5: 1,
  6: 1,
  7: 1,
  8: 4,
  9: 3,
  10: 3,
  11: 4,
  13: 7,
  14: 8,
};

/** Versions the makers skipped. iOS 19 and macOS 16 are absent: the 26 releases report them to apps built before. */
export const SKIPPED: readonly { os: string; from: number; to: number }[] = [
  { os: 'iOS', from: 20, to: 25 },
  { os: 'macOS', from: 17, to: 25 },
  { os: 'Windows', from: 9, to: 9 },
];

/** The newest Android of the table. */
export const ANDROID_NEWEST = 17;

/**
 * API level → version of Android (developer.android.com, "Codenames, tags, and build numbers"). Trackers write levels
 * where versions should stand; 20 was of watches alone.
 */
export const ANDROID_API_LEVELS: Readonly<Record<string, string>> = {
  '14': '4.0',
  '15': '4.0',
  '16': '4.1',
  '17': '4.2',
  '18': '4.3',
  '19': '4.4',
  '20': '4.4',
  '21': '5.0',
  '22': '5.1',
  '23': '6.0',
  '24': '7.0',
  '25': '7.1',
  '26': '8.0',
  '27': '8.1',
  '28': '9',
  '29': '10',
  '30': '11',
  '31': '12',
  '32': '12.1',
  '33': '13',
  '34': '14',
  '35': '15',
  '36': '16',
  '37': '17',
};
