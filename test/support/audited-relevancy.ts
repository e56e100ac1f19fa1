import type { AuditedCalls } from './audited-call.ts';

const FILE = 'url,title,language\nhttps://videos.example/audited,An audited video,en\n';

/** Calls about the catalogue of videos; what is in it already is there once. */
export const auditedRelevancy = (): AuditedCalls => ({
  'PUT /api/yt_relevancy/catalogue': async () => ({
    file: FILE,
    contentType: 'text/csv',
    query: { file_name: 'videos.csv' },
    action: 'video_catalogue.import',
  }),
  'POST /api/yt_relevancy/catalogue/samples': async () => ({ body: { keep: true }, action: 'video_catalogue.samples' }),
  'PUT /api/yt_relevancy/catalogue/complete': async () => ({
    body: { complete: true },
    action: 'video_catalogue.complete',
  }),
});
