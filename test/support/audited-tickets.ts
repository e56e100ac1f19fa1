import { type AuditedCalls, type Desk, PACKAGE } from './audited-call.ts';

/** Calls that make, change, share and close tickets. */
export function auditedTickets({ done, rows }: Desk): AuditedCalls {
  const base = '/api/bi/ticket';
  const aTicket = async (): Promise<{ id: number; incident_id: number }> =>
    (await done('POST', `${base}/create/new`, { package_name: PACKAGE, title: 'A case' })).body.data;
  const anIncident = async (): Promise<number> => {
    const { id, incident_id: incident } = await aTicket();
    await rows('DELETE FROM ticket WHERE id = $1', [id]);
    return incident;
  };
  return {
    [`POST ${base}/create/:selection_id`]: async () => ({
      params: { selection_id: await anIncident() },
      body: { priority: 'High' },
      action: 'ticket.create',
    }),
    [`POST ${base}/create_multiple`]: async () => ({
      body: { incident_ids: [await anIncident(), await anIncident()] },
      action: 'ticket.create',
    }),
    [`POST ${base}/save`]: async () => ({
      body: { id: (await aTicket()).id, priority: 'High' },
      action: 'ticket.change',
    }),
    [`POST ${base}/update_priority_and_status_bulk`]: async () => ({
      body: { ids: [(await aTicket()).id], priority: 'High' },
      action: 'ticket.change',
    }),
    [`DELETE ${base}/close`]: async () => ({
      body: { id: (await aTicket()).id, reason: 'False alarm' },
      action: 'ticket.close',
    }),
    [`POST ${base}/:id/comment`]: async () => ({
      params: { id: (await aTicket()).id },
      body: { text: 'Seen' },
      action: 'ticket.comment',
    }),
    [`POST ${base}/:id/share`]: async () => ({
      params: { id: (await aTicket()).id },
      body: { shared_with: [{ kind: 'publisher', name: 'alpha' }] },
      action: 'ticket.share',
    }),
    [`POST ${base}/:id/incidents`]: async () => ({
      params: { id: (await aTicket()).id },
      body: { incident_ids: [await anIncident()] },
      action: 'ticket.change',
    }),
    [`PUT ${base}/:id/attachment`]: async () => ({
      params: { id: (await aTicket()).id },
      query: { file_name: 'note.txt' },
      file: 'A note',
      action: 'ticket.attach',
    }),
  };
}
