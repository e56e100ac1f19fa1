/** A column of the tracker's own files by which its records are known there. */
export interface OwnId {
  /** As the tracker writes it, for the head of what goes back to it. */
  header: string;
  /** As an import knows it. */
  key: string;
}

/** Format of an import → ids its tracker gave, the best first. Tables of one's own have the ids every event has. */
export const OWN_IDS: Readonly<Record<string, readonly OwnId[]>> = {
  appsflyer: [
    { header: 'AppsFlyer ID', key: 'appsflyer_id' },
    { header: 'Advertising ID', key: 'advertising_id' },
    { header: 'IDFA', key: 'idfa' },
    { header: 'Customer User ID', key: 'customer_user_id' },
  ],
  adjust: [
    { header: '{adid}', key: 'adid' },
    { header: '{gps_adid}', key: 'gps_adid' },
    { header: '{idfa}', key: 'idfa' },
    { header: '{tracker}', key: 'tracker' },
  ],
};

/** For events of several files: the id with which each tracker names a device. */
export const TRACKER_IDS: readonly OwnId[] = Object.values(OWN_IDS).flatMap((ids) => ids.slice(0, 1));

/** Stored columns that may have taken such a column of the file, which then is not among what was kept aside. */
export const ID_COLUMNS = ['device_id', 'user_id', 'click_id', 'order_id'] as const;
export type IdColumn = (typeof ID_COLUMNS)[number];

/** One line for each event, or one for each source of them. */
export const VERDICT_FILES = ['event', 'source'] as const;
export type VerdictFile = (typeof VERDICT_FILES)[number];
