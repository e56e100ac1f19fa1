import type { RuleKind } from '#domains/integrity/contract/kinds.ts';
import { acquisitionEndpoints, type RuleBody, ruleEndpoints } from '#domains/integrity/contract/rule-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';

/** The calls of the rules of one kind: those of user acquisition have addresses of their own. */
export const ruleCalls = (kind: RuleKind) =>
  kind === 'acquisition'
    ? {
        list: (package_name: string) => query(acquisitionEndpoints.list, { query: { package_name } }),
        add: (body: RuleBody) => call(acquisitionEndpoints.add, { body }),
        edit: (id: number, body: RuleBody) => call(acquisitionEndpoints.edit, { params: { id }, body }),
        remove: (id: number) => call(acquisitionEndpoints.remove, { params: { id } }),
        order: (package_name: string, ids: number[]) =>
          call(acquisitionEndpoints.order, { body: { package_name, ids } }),
        restore: (package_name: string, version: number) =>
          call(acquisitionEndpoints.restore, { body: { package_name, version } }),
        publish: (package_name: string, note: string) =>
          call(acquisitionEndpoints.publish, { body: { package_name, note } }),
      }
    : {
        list: (package_name: string) => query(ruleEndpoints.list, { params: { kind }, query: { package_name } }),
        add: (body: RuleBody) => call(ruleEndpoints.add, { params: { kind }, body }),
        edit: (id: number, body: RuleBody) => call(ruleEndpoints.edit, { params: { kind, id }, body }),
        remove: (id: number) => call(ruleEndpoints.remove, { params: { kind, id } }),
        order: (package_name: string, ids: number[]) =>
          call(ruleEndpoints.order, { params: { kind }, body: { package_name, ids } }),
        restore: (package_name: string, version: number) =>
          call(ruleEndpoints.restore, { params: { kind }, body: { package_name, version } }),
        publish: (package_name: string, note: string) =>
          call(ruleEndpoints.publish, { params: { kind }, body: { package_name, note } }),
      };
