import type { World } from '#platform/contract/charts/world.ts';

export function worldMap(): World;
