import type { Texts } from './texts.ts';

export const fr: Texts = {
  frame: { greeting: 'Bonjour {name},', end: 'Si ce n’était pas vous, ignorez ce message.' },
  verify_code: {
    subject: '{code} est votre code pour vérifier cette adresse',
    body: 'Votre code : {code}\n\nSaisissez-le dans les {minutes} minutes pour terminer votre inscription.',
  },
  sign_in_code: {
    subject: '{code} est votre code de connexion',
    body: 'Votre code : {code}\n\nSaisissez-le dans les {minutes} minutes. Ne le donnez à personne : nous ne le demandons jamais.',
    end: 'Si ce n’était pas vous, quelqu’un connaît votre mot de passe : changez-le maintenant.',
  },
  two_factor_code: {
    subject: '{code} est votre code pour configurer la double authentification',
    body: 'Votre code : {code}\n\nSaisissez-le dans votre profil dans les {minutes} minutes.',
  },
  reset: {
    subject: 'Définir un nouveau mot de passe',
    body: 'Ce lien vous permet de définir un nouveau mot de passe. Il sert une seule fois, pendant 30 minutes :\n\n{link}',
    end: 'Si vous ne l’avez pas demandé, rien n’a changé : votre mot de passe reste le même.',
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    body: 'Le mot de passe de votre compte a été modifié et vos autres sessions ont été fermées.',
    end: 'Si ce n’était pas vous, demandez tout de suite un nouveau mot de passe sur la page de connexion et prévenez votre administrateur.',
  },
  two_factor_off: {
    subject: 'La double authentification a été désactivée',
    body: 'Un administrateur a désactivé la double authentification de votre compte. Vous pouvez la configurer de nouveau dans votre profil.',
    end: 'Si vous ne l’avez pas demandé, prévenez votre administrateur.',
  },
  package_request: {
    subject: '{person} demande l’accès à {package}',
    body: '{person} ({address}) s’est inscrit avec le domaine de votre package {package} et ne voit rien tant que vous n’avez pas décidé. Décidez ici :\n\n{link}',
    end: 'Toute personne approuvée voit le trafic de ce package.',
  },
  request_approved: {
    subject: 'Vous avez accès à {package}',
    body: 'Votre demande pour {package} a été approuvée. Connectez-vous ici :\n\n{link}',
    end: 'Bienvenue.',
  },
  request_refused: {
    subject: 'Votre demande pour {package}',
    body: 'Votre demande pour {package} n’a pas été approuvée. Parlez-en à la personne qui s’en occupe dans votre entreprise.',
    end: 'Votre compte reste inchangé.',
  },
};
