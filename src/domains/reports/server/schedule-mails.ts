import { KEPT_DAYS } from '#domains/reports/contract/endpoints.ts';
import { MOST_ATTACHED_BYTES } from '#domains/reports/contract/schedule.ts';
import type { Off } from '#domains/reports/contract/schedule-endpoints.ts';
import { whenText } from '#domains/reports/contract/schedule-words.ts';
import { titleOf } from '#domains/reports/contract/subjects.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { type Format, formatOf } from '#platform/contract/format.ts';
import { isLocale } from '#platform/contract/locales.ts';
import type { Message } from '#platform/contract/message.ts';
import type { Translate } from '#platform/contract/translate.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import type { Texts } from '#platform/server/texts.ts';
import { fileOf } from './report-files.ts';
import type { PersonSeen } from './schedule-people.ts';
import type { EntryRow, ScheduleRow } from './tables.ts';

export interface LetterDeps {
  texts: Texts;
  /** Where people reach Adsieve, without a slash at the end. */
  publicUrl: () => string;
}

export interface Addressee extends Pick<PersonSeen, 'name' | 'email'> {
  language: string;
}

/** A schedule and what its package is called. */
export interface About {
  schedule: ScheduleRow;
  packageTitle: string;
}

interface Letter {
  t: Translate;
  locale: string;
  format: Format;
  /** What every letter of a schedule says. */
  said: { name: string; package: string };
  link: string;
}

async function letterFor({ texts, publicUrl }: LetterDeps, to: Addressee, about: About): Promise<Letter> {
  const locale = isLocale(to.language) ? to.language : 'en';
  const t = await texts(locale);
  const { name, report, packageName } = about.schedule;
  const title = titleOf(report);
  return {
    t,
    locale,
    format: formatOf(locale),
    said: { name: name === title ? t(`pages:${title}`) : name, package: about.packageTitle },
    link: `${publicUrl()}/download_reports?package=${encodeURIComponent(packageName)}`,
  };
}

const daysText = ({ firstDay, lastDay }: EntryRow, format: Format): string =>
  firstDay === lastDay ? format.day(firstDay) : `${format.day(firstDay)} – ${format.day(lastDay)}`;

/** A refusal in the reader's language where its words are known. */
const whyText = (t: Translate, { told, text }: { told: Message | null; text: string }): string =>
  told ? t(`refusals:${told.code}`, { ...told.values, defaultValue: text }) : text;

const mail = (kind: string, to: Addressee, { t }: Letter, subject: string, parts: readonly string[]): Mail => ({
  kind,
  to: to.email,
  subject,
  text: [t('reports:schedule_mail_hello', { person: to.name }), ...parts, 'Adsieve'].join('\n\n'),
});

export interface ReadyReport extends About {
  entry: EntryRow;
  /** Whoever made the schedule. */
  owner: string;
  own: boolean;
  /** Of the days. */
  timeZone: string;
}

/** The report to the person it was made for: attached, or by its link where it is too large for a mail. */
export async function readyMail(deps: LetterDeps, to: Addressee, report: ReadyReport): Promise<Mail> {
  const letter = await letterFor(deps, to, report);
  const { t, locale, format, said, link } = letter;
  const { entry, schedule, owner, own, timeZone } = report;
  const { fileName, mediaType, createdAt } = entry;
  const bytes = entry.bytes ?? 0;
  const attached = bytes <= MOST_ATTACHED_BYTES && fileName !== null && mediaType !== null;
  const days = daysText(entry, format);
  const facts = [
    t('reports:schedule_mail_days', { days, zone: timeZone }),
    t('reports:schedule_mail_rows', { rows: format.number(entry.rows) }),
    t(attached ? 'reports:schedule_mail_attached' : 'reports:schedule_mail_linked', {
      file: entry.format.toUpperCase(),
      size: bytesText(locale, bytes),
    }),
  ];
  const { timing, hour } = schedule;
  const until = format.day(addDays(createdAt.toISOString().slice(0, 10), KEPT_DAYS));
  const when = whenText(t, locale, { timing, hour, zone: schedule.timeZone });
  const written = mail('report_ready', to, letter, `${said.name}, ${days} · ${said.package}`, [
    t('reports:schedule_mail_ready', said),
    facts.join('\n'),
    `${t('reports:schedule_mail_link', { until })}\n${link}`,
    [
      t('reports:schedule_mail_by', { when, owner }),
      t(own ? 'reports:schedule_mail_stop_own' : 'reports:schedule_mail_stop'),
    ].join('\n'),
  ]);
  if (!attached) return written;
  return { ...written, attachments: [{ file: fileOf(entry.id), name: fileName, type: mediaType }] };
}

/** To the owner, when a report could not be made for somebody. */
export async function failedMail(
  deps: LetterDeps,
  to: Addressee,
  { entry, ...about }: About & { entry: EntryRow },
): Promise<Mail> {
  const letter = await letterFor(deps, to, about);
  const { t, format, said, link } = letter;
  const why = whyText(t, { told: entry.told, text: entry.error ?? '' });
  return mail('report_failed', to, letter, t('reports:schedule_mail_failed_subject', said), [
    t('reports:schedule_mail_failed', { ...said, days: daysText(entry, format), person: entry.author, why }),
    `${t('reports:schedule_mail_failed_next')}\n${link}`,
  ]);
}

/** To the owner: who is not sent to any more, and why. */
export async function droppedMail(
  deps: LetterDeps,
  to: Addressee,
  { dropped, ...about }: About & { dropped: readonly { name: string; off: Off }[] },
): Promise<Mail> {
  const letter = await letterFor(deps, to, about);
  const { t, said, link } = letter;
  return mail('report_dropped', to, letter, t('reports:schedule_mail_dropped_subject', said), [
    t('reports:schedule_mail_dropped', said),
    dropped.map(({ name, off }) => `- ${name}: ${t(`reports:schedule_off_${off}`)}`).join('\n'),
    `${t('reports:schedule_mail_change')}\n${link}`,
  ]);
}

/** To the owner: the schedule has stopped. */
export async function stoppedMail(
  deps: LetterDeps,
  to: Addressee,
  { why, ...about }: About & { why: { told: Message; text: string } },
): Promise<Mail> {
  const letter = await letterFor(deps, to, about);
  const { t, said } = letter;
  return mail('report_stopped', to, letter, t('reports:schedule_mail_stopped_subject', said), [
    t('reports:schedule_mail_stopped', { ...said, why: whyText(t, why) }),
  ]);
}
