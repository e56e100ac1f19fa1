declare module 'virtual:world' {
  import type { World } from '#platform/contract/charts/world.ts';

  /** Outlines of all countries, a script of their own; made by vite.config.ts from the atlas. */
  export const WORLD: World;
}
