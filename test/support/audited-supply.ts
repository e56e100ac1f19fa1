import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

const FILES = '/api/brand/supply/files';

/** Calls about files that say who may sell. */
export function auditedSupply({ done }: Desk): AuditedCalls {
  let files = 0;
  const file = () => ({ package_name: PACKAGE, kind: 'ads', domain: `site-${++files}.example`, watched: false });
  const added = async (): Promise<number> => (await done('POST', FILES, file())).body.data.id;
  return {
    [`POST ${FILES}`]: async () => ({ body: file(), action: 'supply.add' }),
    [`POST ${FILES}/check`]: async () => ({ body: { package_name: PACKAGE }, action: 'supply.check' }),
    [`PUT ${FILES}/:id/file`]: async () => ({
      params: { id: await added() },
      file: 'exchange.example, 1, DIRECT',
      action: 'supply.upload',
    }),
    [`DELETE ${FILES}/:id`]: async () => ({ params: { id: await added() }, action: 'supply.remove' }),
  };
}
