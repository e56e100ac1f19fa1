/** What events share with those of others, word for word and slowly: every event looks at every other. */
interface LinkedEvent {
  kind: string;
  ts: string;
  person: number;
  [column: string]: string | number | null;
}

const at = (event: LinkedEvent): number => Date.parse(`${event.ts.replace(' ', 'T')}Z`);
const several = (count: number): number | null => (count > 1 ? count : null);
const distinct = (values: readonly unknown[]): number => new Set(values).size;
const modelOf = (event: LinkedEvent): string => String(event['device_model']).toLowerCase();

export const sharedBy = (events: readonly LinkedEvent[], e: LinkedEvent) => ({
  click_id_installers: installers(events, e),
  device_models_7d: models(events, e),
  burst_publishers: bursts(events, e),
});

function installers(events: readonly LinkedEvent[], e: LinkedEvent): number | null {
  const claims = (o: LinkedEvent) =>
    o.kind === 'install' && o['click_id'] !== '' && o['click_id'] === e['click_id'] && o.person !== 0;
  return claims(e) ? several(distinct(events.filter(claims).map(({ person }) => person))) : null;
}

function models(events: readonly LinkedEvent[], e: LinkedEvent): number | null {
  const names = (o: LinkedEvent) =>
    ['click', 're_click', 'install'].includes(o.kind) &&
    o['device_id_class'] === 'valid' &&
    o.person !== 0 &&
    !['', 'k'].includes(modelOf(o));
  if (!names(e)) return null;
  const own = events.filter((o) => names(o) && o.person === e.person && o.kind === e.kind);
  const weekly = [0, 3.5].map((shift) => {
    const week = (o: LinkedEvent) => Math.floor((at(o) / 86_400_000 + shift) / 7);
    return distinct(own.filter((o) => week(o) === week(e)).map(modelOf));
  });
  return several(Math.max(...weekly));
}

function bursts(events: readonly LinkedEvent[], e: LinkedEvent): number | null {
  if (!['re_click', 're_event'].includes(e.kind)) return null;
  const day = events.filter((o) => o.kind === e.kind && o.ts.slice(0, 10) === e.ts.slice(0, 10));
  const each = [0, 900_000].map((shift) => {
    const stretch = (o: LinkedEvent) => Math.floor((at(o) + shift) / 1_800_000);
    const here = day.filter((o) => stretch(o) === stretch(e));
    const inBurst = here.filter((o) => {
      const n = here.filter((p) => p['publisher'] === o['publisher']).length;
      return n >= 5 && n * 48 >= 5 * day.filter((p) => p['publisher'] === o['publisher']).length;
    });
    return distinct(inBurst.map((o) => o['publisher']));
  });
  return several(Math.max(...each));
}
