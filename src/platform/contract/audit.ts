/** Something that is written to the audit log, by the name it is written under: `token.revoke`. */
export interface AuditAction {
  readonly name: string;
}

/**
 * Each slice declares its actions in `contract/audit.ts` and gives them words under `action_<name>` in its `audit`
 * texts, in six languages. Only a declared action can be written.
 */
export const auditAction = (name: `${string}.${string}`): AuditAction => ({ name });
