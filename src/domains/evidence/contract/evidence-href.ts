/** What an evidence file is asked about; what is left out is chosen on the page. */
export interface EvidenceAsked {
  publisher?: string;
  period_from?: string;
  period_to?: string;
  campaign?: string;
  event?: string;
  category?: string;
}

const NAMES = ['publisher', 'period_from', 'period_to', 'campaign', 'event', 'category'] as const;

/** Where an evidence file is made; the form is open and filled in. */
export function evidenceHref(packageName: string, asked: EvidenceAsked): string {
  const said = NAMES.flatMap((name) => (asked[name] ? [`${name}=${encodeURIComponent(asked[name])}`] : []));
  return `/reconcilation/evidence?${[`package=${encodeURIComponent(packageName)}`, ...said].join('&')}`;
}

/** What another page asked for, by the parameters of the address; undefined where none did. */
export function evidenceAsked(params: { get: (name: string) => string | null }): EvidenceAsked | undefined {
  const said = NAMES.flatMap((name) => {
    const value = params.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
