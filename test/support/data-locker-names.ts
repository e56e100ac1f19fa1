import { normaliseHeader } from '#traffic/intake/server/formats/format.ts';

const DATA_LOCKER: Readonly<Record<string, string>> = {
  Partner: 'af_prt',
  Channel: 'af_channel',
  Keywords: 'af_keywords',
  'Campaign ID': 'af_c_id',
  Adset: 'af_adset',
  'Adset ID': 'af_adset_id',
  Ad: 'af_ad',
  'Ad ID': 'af_ad_id',
  'Ad Type': 'af_ad_type',
  'Site ID': 'af_siteid',
  'Sub Site ID': 'af_sub_siteid',
  'Sub Param 1': 'af_sub1',
  'Sub Param 2': 'af_sub2',
  'Sub Param 3': 'af_sub3',
  'Sub Param 4': 'af_sub4',
  'Sub Param 5': 'af_sub5',
  'Cost Model': 'af_cost_model',
  'Cost Value': 'af_cost_value',
  'Cost Currency': 'af_cost_currency',
  'Attribution Lookback': 'af_attribution_lookback',
};

/** What a column of AppsFlyer's export page is called in its Data Locker, and in what its Push API sends. */
export const dataLockerName = (name: string): string =>
  DATA_LOCKER[name] ??
  normaliseHeader(name)
    .replace(/^contributor_(\d)_partner$/, 'contributor$1_af_prt')
    .replace(/^contributor_(\d)_/, 'contributor$1_');
