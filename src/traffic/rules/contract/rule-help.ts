/** Where the help explains a rule, or the reason of an event: its section stands open there. */
export const ruleHelp = (ruleOrReason: string): string => `/docs/rules?at=${encodeURIComponent(ruleOrReason)}`;
