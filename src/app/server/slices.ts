import type { PgColumn } from 'drizzle-orm/pg-core';
import { ANALYTICS_SERVER } from '#analytics/server/slice.ts';
import { ACCOUNT_SERVER } from '#domains/account/server/slice.ts';
import { ACCOUNT_TOOLS_SERVER } from '#domains/account-tools/server/slice.ts';
import { AGREEMENTS_SERVER } from '#domains/agreements/server/slice.ts';
import { ALERTS_SERVER } from '#domains/alerts/server/slice.ts';
import { AUDIT_SERVER } from '#domains/audit/server/slice.ts';
import { BLOCK_LISTS_SERVER } from '#domains/block-lists/server/slice.ts';
import { BRAND_RELEVANCY_SERVER } from '#domains/brand-relevancy/server/slice.ts';
import { DISPUTES_SERVER } from '#domains/disputes/server/slice.ts';
import { DOCS_SERVER } from '#domains/docs/server/slice.ts';
import { EVIDENCE_SERVER } from '#domains/evidence/server/slice.ts';
import { EXPLORE_SERVER } from '#domains/explore/server/slice.ts';
import { HYGIENE_SERVER } from '#domains/hygiene/server/slice.ts';
import { INFRINGEMENT_SERVER } from '#domains/infringement/server/slice.ts';
import { INTEGRITY_SERVER } from '#domains/integrity/server/slice.ts';
import { INVOICES_SERVER } from '#domains/invoices/server/slice.ts';
import { PACKAGES_SERVER } from '#domains/packages/server/slice.ts';
import { PRIVACY_SERVER } from '#domains/privacy/server/slice.ts';
import { PUBLISHERS_SERVER } from '#domains/publishers/server/slice.ts';
import { REATTRIBUTION_SERVER } from '#domains/reattribution/server/slice.ts';
import { RELEVANCY_SERVER } from '#domains/relevancy/server/slice.ts';
import { REPORTS_SERVER } from '#domains/reports/server/slice.ts';
import { SERVER_SETTINGS_SERVER } from '#domains/server-settings/server/slice.ts';
import { SETTLEMENTS_SERVER } from '#domains/settlements/server/slice.ts';
import { SETUP_SERVER } from '#domains/setup/server/slice.ts';
import { SUPPLY_SERVER } from '#domains/supply/server/slice.ts';
import { TICKETS_SERVER } from '#domains/tickets/server/slice.ts';
import { TODAY_SERVER } from '#domains/today/server/slice.ts';
import { TOKENS_SERVER } from '#domains/tokens/server/slice.ts';
import { TRACKING_SERVER } from '#domains/tracking/server/slice.ts';
import { USERS_SERVER } from '#domains/users/server/slice.ts';
import { VERDICT_DELIVERIES_SERVER } from '#domains/verdict-deliveries/server/slice.ts';
import { VIDEO_ADS_SERVER } from '#domains/video-ads/server/slice.ts';
import { VIEWS_SERVER } from '#domains/views/server/slice.ts';
import { WHITE_LISTING_SERVER } from '#domains/white-listing/server/slice.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { PLATFORM_SERVER } from '#platform/server/platform-slice.ts';
import type { OwnedTable, ServerSlice } from '#platform/server/slice.ts';
import { CHANGES_SERVER } from '#traffic/changes/server/slice.ts';
import { COLLECTOR_SERVER } from '#traffic/collector/server/slice.ts';
import { EVENT_SERVER } from '#traffic/event/server/slice.ts';
import { EXPLORER_SERVER } from '#traffic/explorer/server/slice.ts';
import { INTAKE_SERVER } from '#traffic/intake/server/slice.ts';
import { JUDGE_SERVER } from '#traffic/judge/server/slice.ts';
import { LISTS_SERVER } from '#traffic/lists/server/slice.ts';
import { MONEY_SERVER } from '#traffic/money/server/slice.ts';
import { TRAFFIC_PRIVACY_SERVER } from '#traffic/privacy/server/slice.ts';
import { RULE_SETS_SERVER } from '#traffic/rule-sets/server/slice.ts';
import { SOURCES_SERVER } from '#traffic/sources/server/slice.ts';
import { WHITE_LIST_SERVER } from '#traffic/white-list/server/slice.ts';
import type { Parts } from './parts.ts';
import type { JobParts } from './start-jobs.ts';

/**
 * What every slice brings to the server. Persons are erased in this order: marks before the events they stand on, the
 * words of the log last.
 */
export const SERVER_SLICES: readonly ServerSlice<Parts, JobParts>[] = [
  PLATFORM_SERVER,
  ACCOUNT_SERVER,
  ANALYTICS_SERVER,
  EVENT_SERVER,
  CHANGES_SERVER,
  EXPLORER_SERVER,
  TRAFFIC_PRIVACY_SERVER,
  JUDGE_SERVER,
  INTAKE_SERVER,
  COLLECTOR_SERVER,
  WHITE_LIST_SERVER,
  WHITE_LISTING_SERVER,
  RULE_SETS_SERVER,
  PUBLISHERS_SERVER,
  TRACKING_SERVER,
  VIDEO_ADS_SERVER,
  BRAND_RELEVANCY_SERVER,
  INTEGRITY_SERVER,
  BLOCK_LISTS_SERVER,
  SOURCES_SERVER,
  MONEY_SERVER,
  AGREEMENTS_SERVER,
  SETTLEMENTS_SERVER,
  EVIDENCE_SERVER,
  REATTRIBUTION_SERVER,
  INVOICES_SERVER,
  DISPUTES_SERVER,
  RELEVANCY_SERVER,
  ACCOUNT_TOOLS_SERVER,
  INFRINGEMENT_SERVER,
  SUPPLY_SERVER,
  HYGIENE_SERVER,
  TICKETS_SERVER,
  LISTS_SERVER,
  USERS_SERVER,
  PACKAGES_SERVER,
  TOKENS_SERVER,
  VIEWS_SERVER,
  EXPLORE_SERVER,
  TODAY_SERVER,
  REPORTS_SERVER,
  ALERTS_SERVER,
  VERDICT_DELIVERIES_SERVER,
  PRIVACY_SERVER,
  SERVER_SETTINGS_SERVER,
  SETUP_SERVER,
  DOCS_SERVER,
  AUDIT_SERVER,
];

/** What is kept about people, in the order in which it is erased. */
export const PERSONAL_DATA: readonly PersonalData[] = SERVER_SLICES.flatMap(({ personalData = [] }) => personalData);
export const OWNED_TABLES: readonly OwnedTable[] = SERVER_SLICES.flatMap(({ tables = [] }) => tables);
/** Columns in which a record says which account made it. */
export const NAME_COLUMNS: readonly PgColumn[] = OWNED_TABLES.flatMap(({ names = [] }) => names);
