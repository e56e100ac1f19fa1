declare module 'virtual:texts' {
  import type { TextFile } from '#platform/web/i18n/i18n.ts';

  /** Every text of every slice, loaded per namespace and language when first asked for; made by vite.config.ts. */
  export const textFile: TextFile;
}
