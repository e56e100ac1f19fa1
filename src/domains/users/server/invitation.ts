import { eq } from 'drizzle-orm';
import { MAIL_LANGUAGES } from '#domains/account/contract/own-account.ts';
import { userAudit } from '#domains/users/contract/audit.ts';
import type { OneTimeTokens } from '#platform/server/access/one-time-tokens.ts';
import { requireMay, type Scope } from '#platform/server/access/scope.ts';
import { appUser } from '#platform/server/access/tables.ts';
import { audit } from '#platform/server/audit/audit.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { refuse } from './refuse.ts';
import type { UserRow } from './user-store.ts';

export interface InviteDeps {
  database: Database;
  mailer: Mailer;
  oneTime: OneTimeTokens;
  /** Where people reach Adsieve, without a slash at the end. */
  publicUrl: () => string;
  now: () => Date;
}

interface Letter {
  subject: string;
  text: (name: string, inviter: string, link: string) => string;
}

const LETTERS: Record<(typeof MAIL_LANGUAGES)[number], Letter> = {
  en: {
    subject: 'Your access to Adsieve',
    text: (name, inviter, link) =>
      `Hello ${name},\n\n${inviter} has given you access to Adsieve. Set your password here:\n\n${link}\n\nThe link is good for 7 days and for one use. If you did not expect this mail, ignore it.\n`,
  },
  de: {
    subject: 'Ihr Zugang zu Adsieve',
    text: (name, inviter, link) =>
      `Guten Tag ${name},\n\n${inviter} hat Ihnen Zugang zu Adsieve gegeben. Hier legen Sie Ihr Passwort fest:\n\n${link}\n\nDer Link gilt 7 Tage und für eine Verwendung. Haben Sie diese Mail nicht erwartet, ignorieren Sie sie.\n`,
  },
  es: {
    subject: 'Su acceso a Adsieve',
    text: (name, inviter, link) =>
      `Hola, ${name}:\n\n${inviter} le ha dado acceso a Adsieve. Establezca aquí su contraseña:\n\n${link}\n\nEl enlace vale 7 días y un solo uso. Si no esperaba este correo, ignórelo.\n`,
  },
  fr: {
    subject: 'Votre accès à Adsieve',
    text: (name, inviter, link) =>
      `Bonjour ${name},\n\n${inviter} vous a donné accès à Adsieve. Définissez votre mot de passe ici :\n\n${link}\n\nLe lien est valable 7 jours et une seule fois. Si vous n’attendiez pas ce message, ignorez-le.\n`,
  },
  ja: {
    subject: 'Adsieve への招待',
    text: (name, inviter, link) =>
      `${name} 様\n\n${inviter} さんから Adsieve への招待が届いています。次のリンクでパスワードを設定してください。\n\n${link}\n\nリンクは 7 日間、1 回のみ有効です。心当たりがない場合は破棄してください。\n`,
  },
  zh: {
    subject: '您的 Adsieve 访问权限',
    text: (name, inviter, link) =>
      `${name}，您好：\n\n${inviter} 已为您开通 Adsieve。请在此设置密码：\n\n${link}\n\n该链接 7 天内有效，仅可使用一次。如非本人预期，请忽略此邮件。\n`,
  },
};

/** Mails the link that sets a first password; the one mailed before it is good no longer. */
export async function invite(scope: Scope, deps: InviteDeps, user: UserRow): Promise<void> {
  requireMay(scope, 'user.write');
  if (user.disabledAt) throw refuse('user_disabled');
  const { token } = await deps.oneTime.issue('invite', user.id);
  const letter = LETTERS[MAIL_LANGUAGES.find((language) => language === user.language) ?? 'en'];
  // After the number sign: it is in no server log and in no Referer.
  const link = `${deps.publicUrl()}/set-password#token=${token}`;
  await deps.mailer.send({
    kind: 'invite',
    to: user.email,
    subject: letter.subject,
    text: letter.text(user.name, scope.userName, link),
  });
  await deps.database.db.transaction(async (tx) => {
    await tx.update(appUser).set({ invitedAt: deps.now() }).where(eq(appUser.id, user.id));
    await audit(tx, scope, { action: userAudit.invite, subject: user.email });
  });
}
