import { hash } from 'node:crypto';
import type { ReadMacro } from '#domains/tracking/contract/macros.ts';
import { BLANK_AGENT, readValue } from '#traffic/collector/server/read-value.ts';
import type { Enricher } from '#traffic/enrich/server/enrich.ts';
import type { Click } from './decide.ts';
import type { LiveState } from './live-campaigns.ts';

/** What a link or a pixel was asked with. */
export interface Asked {
  /** As the address says it: anything. */
  query: Readonly<Record<string, unknown>>;
  ip: string;
  userAgent: string;
  referrer: string;
  /** Address of the link without its parameters. */
  link: string;
}

/** What is known of a click before anybody decides about it. */
export interface ReadClick {
  id: string;
  click: Click;
  /** Columns of its event, as text, but for what the campaign and the decision say. */
  fields: Readonly<Record<string, string>>;
  /** Kept with the touch for what comes later: macros, and the person of the conversion. */
  given: Readonly<Record<string, string>>;
  /** The page the link asks for; '' for none. */
  wanted: string;
}

const SHORT = 200;
const NAME = 1000;
const LONG = 8000;
/** Ids that devices send in the place of one. */
const NO_ID = /^[0-]*$/;

const shortText = (query: Asked['query'], name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value.trim().slice(0, SHORT) : '';
};

/** What a link calls its publisher; '' for none. */
export const publisherKeyOf = (query: Asked['query']): string => shortText(query, 'p');

export function readClick(
  state: LiveState,
  enricher: Enricher,
  { id, at, packageName }: { id: string; at: Date; packageName: string },
  { query, ip, userAgent, referrer, link }: Asked,
): ReadClick {
  const text = (name: string): string => shortText(query, name);
  const [gaid, idfa, sub] = [idOf(text('gaid')), idOf(text('idfa')), text('s')];
  const deviceId = gaid || idfa;
  const agent = enricher.userAgent(userAgent);
  const { ip_country: country } = enricher.address(ip);
  const fields: Record<string, string> = { ts: at.toISOString() };
  const add = (name: string, value: string): void => {
    const read = readValue(name, value, at);
    if ('text' in read && read.text !== '') fields[name] = read.text;
  };
  const publisherKey = publisherKeyOf(query);
  const named = state.publisherByKey.get(publisherKey);
  const publisher = named?.packageName === packageName ? named : undefined;
  add('publisher', publisher?.name ?? '');
  add('sub_publisher', sub);
  add('click_id', id);
  add('device_id', deviceId);
  add('ip', ip);
  add('user_agent', userAgent.slice(0, NAME) || BLANK_AGENT);
  add('referrer', referrer.slice(0, LONG));
  add('url', addressOf(link, query).slice(0, LONG));
  return {
    id,
    click: {
      at,
      country,
      os: agent.os,
      device: hashOf(deviceId === '' ? `${ip}\n${userAgent}` : deviceId.toLowerCase()),
      publisher,
      publisherKey,
      sub,
    },
    fields,
    given: filled({
      publisher: publisher?.name ?? '',
      sub1: sub,
      sub2: text('s2'),
      sub3: text('s3'),
      sub4: text('s4'),
      sub5: text('s5'),
      source_click_id: text('ci'),
      gaid,
      idfa,
      ip,
      user_agent: userAgent.slice(0, NAME),
      country,
      os: agent.os,
      device: agent.device_type,
    }),
    wanted: typeof query['lp'] === 'string' ? query['lp'] : '',
  };
}

/** What macros of a landing page and of a postback stand for, as far as the click knows. */
export const macrosOf =
  (
    id: string,
    at: Date,
    campaign: { key: string; campaignName: string; currency: string },
    given: Readonly<Record<string, string>>,
  ): ReadMacro =>
  (name) => {
    switch (name) {
      case 'click_id':
        return id;
      case 'campaign_id':
        return campaign.key;
      case 'campaign_name':
        return campaign.campaignName;
      case 'publisher_id':
        return given['publisher'];
      case 'currency':
        return campaign.currency;
      case 'ts':
        return String(Math.floor(at.getTime() / 1000));
      default:
        return given[name];
    }
  };

const idOf = (text: string): string => (NO_ID.test(text) ? '' : text);

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is no text for PostgreSQL
const NO_TEXT = /[\u0000\p{Surrogate}]/gu;

const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const filled = (values: Record<string, string>): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === '') continue;
    const text = value.replace(NO_TEXT, '');
    if (text !== '') kept[name] = text;
  }
  return kept;
};

function addressOf(link: string, query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') params.append(name, value);
  const text = params.toString();
  return text === '' ? link : `${link}?${text}`;
}
