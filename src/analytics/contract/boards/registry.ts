import type { AnyBoard } from '../board.ts';
import { appClickImpression, appEvent, appInstall, appReClick, appReEvent } from './app.ts';
import { webClick, webEvent, webImpression, webVisit } from './web.ts';

/** Every board of the product. */
export const BOARDS: readonly AnyBoard[] = [
  webVisit,
  webClick,
  webImpression,
  webEvent,
  appInstall,
  appEvent,
  appReClick,
  appReEvent,
  appClickImpression,
];
