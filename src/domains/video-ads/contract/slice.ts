import { slice } from '#platform/contract/slice.ts';
import { videoAudit } from './audit.ts';
import { VIDEO_PAGES } from './pages.ts';

export const VIDEO_ADS = slice({ id: 'domains/video-ads', pages: VIDEO_PAGES, audit: [videoAudit] });
