/** Issues one document in a process of its own that is killed when it has its number and is about to be drawn. */

import { fixedClock } from '#platform/server/clock.ts';
