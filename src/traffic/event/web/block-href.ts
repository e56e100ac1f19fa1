import type { PackageInfo } from '#platform/contract/package-info.ts';
import { userMay } from '#platform/web/session/user-may.ts';

/** What of an event or a source can be put on the block list. */
export interface Blockable {
  kind: 'address' | 'network' | 'publisher' | 'sub_publisher' | 'domain' | 'app' | 'device';
  value: string;
  /** Of a sub-publisher. */
  publisher?: string;
}

/** Whether to offer it: to who may change the list and has its page. */
export const mayBlock = ({ pages }: PackageInfo): boolean =>
  userMay('rules.write') && (!pages || pages.includes('block-list'));

/** Where something is blocked: the form is open and filled in. */
export const blockHref = (packageName: string, { kind, value, publisher }: Blockable): string =>
  `/web/tools/blacklisting-setting?${new URLSearchParams({
    package: packageName,
    block: kind,
    value,
    ...(publisher ? { of: publisher } : {}),
  })}`;
