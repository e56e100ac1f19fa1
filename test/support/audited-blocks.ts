import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const REASON = { package_name: PACKAGE, reason: 'Because of this test' };
const STANDING = {
  package_name: PACKAGE,
  kind: 'publisher',
  percent: 30,
  days: 7,
  least: 100,
  rest: 30,
  condition: null,
  active: true,
};
/** Bodies of the calls that save and try a standing rule. */
export const STANDING_BODIES = {
  'POST /api/block-rules': { ...STANDING, name: 'A rule' },
  'POST /api/block-rules/preview': { ...STANDING, name: 'A rule' },
};
const FEED = { package_name: PACKAGE, format: 'text', kinds: ['address'] };

/** Calls about the block list and its feeds. */
export function auditedBlocks({ idIn, done }: Desk): AuditedCalls {
  const aBlock = async (publisher: string): Promise<number> => {
    await done('POST', '/api/web-bi/tools/blacklist', { ...REASON, kind: 'publisher', values: [publisher] });
    return idIn('SELECT id FROM block_entry WHERE value = $1', [publisher]);
  };
  const aFeed = async (name: string): Promise<number> =>
    (await done('POST', '/api/block-feeds', { ...FEED, name })).body.data.id;
  return {
    'POST /api/web-bi/tools/blacklist': async () => ({
      body: { ...REASON, kind: 'publisher', values: ['Blocked'] },
      action: 'block_list.add',
    }),
    'DELETE /api/web-bi/tools/blacklist/:id': async () => ({
      params: { id: await aBlock('Unblocked') },
      action: 'block_list.remove',
    }),
    'POST /api/web-bi/tools/blacklist/:id/restore': async () => {
      const id = await aBlock('Blocked again');
      await done('DELETE', `/api/web-bi/tools/blacklist/${id}`);
      return { params: { id }, action: 'block_list.restore' };
    },
    'POST /api/block-rules': async () => ({ body: { ...STANDING, name: 'A rule' }, action: 'block_rule.save' }),
    'DELETE /api/block-rules/:id': async () => {
      const { body } = await done('POST', '/api/block-rules', { ...STANDING, name: 'A rule to delete' });
      return { params: { id: body.data.id }, action: 'block_rule.delete' };
    },
    'POST /api/block-feeds': async () => ({ body: { ...FEED, name: 'A feed' }, action: 'block_feed.make' }),
    'POST /api/block-feeds/:id/rotate': async () => ({
      params: { id: await aFeed('Rotated') },
      action: 'block_feed.rotate',
    }),
    'DELETE /api/block-feeds/:id': async () => ({
      params: { id: await aFeed('Revoked') },
      action: 'block_feed.revoke',
    }),
  };
}
