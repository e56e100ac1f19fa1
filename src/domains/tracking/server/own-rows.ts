import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Scope } from '#platform/server/access/scope.ts';
import { ownCampaigns } from './own-campaign.ts';
import { campaignTable } from './tables.ts';

/** Rows of campaigns the caller sees: of a package with agencies, those of its own; deleted ones show to the others only. */
export const ofOwnCampaigns = (scope: Scope, packageName: string, column: PgColumn): SQL | undefined =>
  scope.vendors === 'all'
    ? undefined
    : inArray(
        column,
        sql`(SELECT ${campaignTable.id} FROM ${campaignTable} WHERE ${ownCampaigns(scope, packageName)})`,
      );
