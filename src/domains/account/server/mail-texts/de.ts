import type { Texts } from './texts.ts';

export const de: Texts = {
  frame: {
    greeting: 'Guten Tag {name},',
    end: 'Falls Sie das nicht waren, können Sie diese Nachricht einfach ignorieren.',
  },
  verify_code: {
    subject: '{code} ist Ihr Code zur Bestätigung dieser Adresse',
    body: 'Ihr Code: {code}\n\nGeben Sie ihn innerhalb von {minutes} Minuten ein, um die Registrierung abzuschließen.',
  },
  sign_in_code: {
    subject: '{code} ist Ihr Anmeldecode',
    body: 'Ihr Code: {code}\n\nGeben Sie ihn innerhalb von {minutes} Minuten ein. Nennen Sie ihn niemandem: Wir fragen nie danach.',
    end: 'Falls Sie das nicht waren, kennt jemand Ihr Passwort: Bitte ändern Sie es jetzt.',
  },
  two_factor_code: {
    subject: '{code} ist Ihr Code zum Einrichten der Zwei-Faktor-Anmeldung',
    body: 'Ihr Code: {code}\n\nGeben Sie ihn innerhalb von {minutes} Minuten in Ihrem Profil ein.',
  },
  reset: {
    subject: 'Neues Passwort festlegen',
    body: 'Mit diesem Link legen Sie ein neues Passwort fest. Er gilt einmal und 30 Minuten lang:\n\n{link}',
    end: 'Falls Sie das nicht angefordert haben, hat sich nichts geändert: Ihr Passwort bleibt, wie es war.',
  },
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    body: 'Das Passwort Ihres Kontos wurde geändert; überall sonst wurden Sie abgemeldet.',
    end: 'Falls Sie das nicht waren, fordern Sie jetzt auf der Anmeldeseite ein neues Passwort an und verständigen Sie Ihren Administrator.',
  },
  two_factor_off: {
    subject: 'Die Zwei-Faktor-Anmeldung wurde ausgeschaltet',
    body: 'Ein Administrator hat die Zwei-Faktor-Anmeldung Ihres Kontos ausgeschaltet. In Ihrem Profil können Sie sie wieder einrichten.',
    end: 'Falls Sie nicht darum gebeten haben, verständigen Sie Ihren Administrator.',
  },
  package_request: {
    subject: '{person} bittet um Zugang zu {package}',
    body: '{person} ({address}) hat sich mit der Domain Ihres Pakets {package} registriert und sieht nichts, bis Sie entscheiden. Hier entscheiden Sie:\n\n{link}',
    end: 'Wem Sie zustimmen, der sieht den Traffic dieses Pakets.',
  },
  request_approved: {
    subject: 'Sie haben Zugang zu {package}',
    body: 'Ihre Anfrage für {package} wurde angenommen. Hier melden Sie sich an:\n\n{link}',
    end: 'Willkommen.',
  },
  request_refused: {
    subject: 'Ihre Anfrage für {package}',
    body: 'Ihre Anfrage für {package} wurde nicht angenommen. Bitte sprechen Sie mit der Person, die es in Ihrem Unternehmen betreut.',
    end: 'Ihr Konto bleibt bestehen.',
  },
};
