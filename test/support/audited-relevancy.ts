import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const FILE = 'url,title,language\nhttps://videos.example/audited,An audited video,en\n';

const LISTS = '/api/yt_relevancy/lists';
const VIDEO = {
  video_url: 'https://videos.example/listed',
  title: 'Listed',
  channel_id: 'c-1',
  owner_channel_name: 'Channel',
};

/** Bodies of calls about lists that take texts people type. */
export const VIDEO_LIST_BODIES = {
  [`POST ${LISTS}`]: { package_name: PACKAGE, kind: 'exclusion', holds: 'videos', entries: [VIDEO] },
  [`PUT ${LISTS}/:id`]: {},
};

/** Calls about lists of videos. */
function auditedLists({ done, idIn }: Desk): AuditedCalls {
  let lists = 0;
  const list = () => ({
    package_name: PACKAGE,
    name: `List ${++lists}`,
    kind: 'exclusion',
    holds: 'videos',
    entries: [VIDEO],
  });
  const id = async (): Promise<number> => (await done('POST', LISTS, list())).body.data.list.id;
  const gone = async (): Promise<number> => {
    const one = await id();
    await done('DELETE', `${LISTS}/${one}`);
    return one;
  };
  const held = async () => {
    const one = await id();
    return { id: one, entry: await idIn('SELECT id FROM video_list_entry WHERE list_id = $1', [one]) };
  };
  return {
    [`POST ${LISTS}`]: async () => ({ body: list(), action: 'video_list.make' }),
    [`POST ${LISTS}/:id/entries`]: async () => ({
      params: { id: await id() },
      body: { entries: [{ ...VIDEO, video_url: 'https://videos.example/further' }] },
      action: 'video_list.add',
    }),
    [`PUT ${LISTS}/:id`]: async () => ({
      params: { id: await id() },
      body: { name: 'Renamed' },
      action: 'video_list.rename',
    }),
    [`DELETE ${LISTS}/:id`]: async () => ({ params: { id: await id() }, action: 'video_list.remove' }),
    [`POST ${LISTS}/:id/restore`]: async () => ({ params: { id: await gone() }, action: 'video_list.restore' }),
    [`DELETE ${LISTS}/:id/entries/:entry`]: async () => ({ params: await held(), action: 'video_list.drop' }),
  };
}

/** Calls about the catalogue of videos, in which what is there already is once, and about lists of them. */
export const auditedRelevancy = (desk: Desk): AuditedCalls => ({
  ...auditedLists(desk),
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
