import type { DestinationSettings, METHODS, WAYS } from '#domains/verdict-deliveries/contract/destination.ts';
import type { DestinationView } from '#domains/verdict-deliveries/contract/endpoints.ts';

/** The address stays while one goes from one way to the other. */
export interface Draft extends Omit<DestinationSettings, 'way'> {
  way: (typeof WAYS)[number];
  method: (typeof METHODS)[number];
  url: string;
}

export const newDraft = (): Draft => ({
  name: '',
  kinds: [],
  verdicts: ['fraud'],
  later: true,
  reasons: [],
  way: 'webhook',
  method: 'GET',
  url: '',
});

export const draftOf = ({ name, kinds, verdicts, later, reasons, way }: DestinationView): Draft => ({
  name,
  kinds,
  verdicts,
  later,
  reasons,
  way: way.kind,
  method: way.kind === 'postback' ? way.method : 'GET',
  url: way.url,
});

export function settingsOf({ way: kind, method, url: typed, ...draft }: Draft): DestinationSettings {
  const url = typed.trim();
  return { ...draft, way: kind === 'webhook' ? { kind, url } : { kind, method, url } };
}
