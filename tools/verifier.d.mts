export const VERIFIER: string;
export function verifierText(): Promise<string>;
