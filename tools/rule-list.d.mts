export function ruleList(): string;
