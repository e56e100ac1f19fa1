declare module 'virtual:rule-texts' {
  import type { TextFiles } from '#platform/web/i18n/i18n.ts';

  /** Made by vite.config.ts. */
  export const RULE_TEXT_FILES: TextFiles;
}
