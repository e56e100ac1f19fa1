import type { Channel } from '#domains/alerts/contract/alert.ts';
import type { Raised, Said } from './alert-text.ts';

/** What is posted to an address, in the form whoever takes it reads. */
export function hookBody(channel: Channel, raised: Raised, said: Said): object {
  if (channel === 'slack') return slack(said);
  if (channel === 'teams') return teams(said);
  return standard(raised, said);
}

const lines = ({ why, sure, causes, picture }: Said): string[] => [
  why,
  sure,
  ...(causes.length > 1 ? causes.map((cause) => `• ${cause}`) : []),
  ...(picture === '' ? [] : [picture]),
];

/** Names of traffic are texts: Slack reads `<`, `>` and `&` as marks. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const slack = (said: Said) => ({
  text: slackText(said.title),
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: said.title.slice(0, 150) } },
    {
      type: 'section',
      text: { type: 'mrkdwn', text: slackText([said.what, ...lines(said)].join('\n')).slice(0, 2900) },
    },
    {
      type: 'actions',
      elements: [{ type: 'button', text: { type: 'plain_text', text: said.t('alerts:open_figures') }, url: said.link }],
    },
  ],
});

/** An Adaptive Card, as the workflows of Teams take it. */
const teams = (said: Said) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', size: 'Medium', weight: 'Bolder', text: said.title, wrap: true },
          { type: 'TextBlock', text: said.what, wrap: true },
          ...lines(said).map((text) => ({ type: 'TextBlock', text, wrap: true, isSubtle: true })),
        ],
        actions: [{ type: 'Action.OpenUrl', title: said.t('alerts:open_figures'), url: said.link }],
      },
    },
  ],
});

const standard = ({ id, alert, found, severity, raisedAt }: Raised, said: Said) => ({
  type: 'alert.raised',
  timestamp: raisedAt.toISOString(),
  data: {
    id,
    alert_id: alert.id,
    name: alert.name,
    package_name: alert.packageName,
    severity,
    metric: alert.settings.metric,
    comparison: alert.settings.comparison,
    direction: alert.settings.direction,
    ...found,
    text: said.what,
    url: said.link,
  },
});
