import { all, any, eq, known, not, oneOf } from '#platform/contract/condition.ts';

/** On an address of a hosting network. A crawler that proves itself is booked as what it says it is. */
export const HOSTED = all(eq('ip_class', 'datacenter'), not(eq('crawler_check', 'verified')));

/**
 * A client as people have one: a browser or an app, or a device that an SDK reports with its model, without a sign of
 * the contrary. Where nothing is known of the client nothing speaks for a person.
 */
export const LIKE_A_PERSON = all(
  any(oneOf('ua_class', ['browser', 'app']), all(eq('kind', 'install'), known('device_model'))),
  not(known('device_signs')),
  not(known('device_conflict')),
);
