import type { PackageInfo } from '#platform/contract/package-info.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { OWN_SITE } from '#traffic/event/contract/dimensions.ts';

/** Whether to offer decisions about sources of a package: to who may make them and has their page. */
export const mayDecide = ({ pages }: PackageInfo): boolean =>
  userMay('event.judge') && (!pages || pages.includes('sources'));

/** Whether events of this publisher come from a source, and not from the site itself or from nobody. */
export const isSource = (publisher: string): boolean => publisher !== '' && publisher !== OWN_SITE;
