/** Who each rule may hit by mistake. The English stands in the rules. */
export const de: Readonly<Record<string, string>> = {
  abroad_source:
    'Grenzregionen und Mobilfunkanbieter, deren Kunden über Gateways in einem anderen Land ins Netz gehen.',
  alike_delays:
    'Anzeigen, die sich nach einem Countdown von selbst öffnen, und Quellen, die Impressionen mit ihren Klicks melden.',
  alike_models:
    'Aktionen für ein bestimmtes Gerät und Quellen, die nur einen Markt bedienen, vor allem Märkte mit älteren Telefonen.',
  alike_neighbours:
    'Firmen und Hochschulen, die einheitliche Telefone ausgeben, und Aktionen für ein Modell. In Mobilfunknetzen teilen sich viele eine Adresse, daher zählen Installationen ohne WLAN nicht.',
  bought_installs: 'Schwierige Spiele mit einem starken Angebot.',
  broken_ids:
    'Länder und Systeme, in denen viele das Anzeigen-Tracking einschränken: Dann fehlen IDs auch den anderen Quellen des Pakets, und die Regel enthält sich.',
  click_flooding: 'Impressionen, die als Klicks gemeldet werden, und Quellen, die gerade erst begonnen haben.',
  clicks_over_impressions: 'Impressionen, die erst zählen, wenn sie gesehen wurden, und Suchanzeigen.',
  clockwork: 'Mailings und Push-Nachrichten, die zur vollen Stunde verschickt werden.',
  fast_events_of_source: 'Wiederkehrende Kunden, die sofort angemeldet sind.',
  few_addresses: 'Mobilfunknetze, die Tausende Telefone hinter eine Adresse setzen, und Büros.',
  few_returns: 'Breite Kampagnen, die auch nur mäßig Neugierige erreichen.',
  gone_after_week:
    'Breite Kampagnen und Quellen, die vor einer Woche schlecht waren und jetzt besser sind: Von den neueren Installationen erzählen die früheren.',
  gone_at_once:
    'Probezeiten, Pässe und Angebote einer Quelle, die für alle am selben Tag enden: in die Whitelist aufnehmen.',
  heavy_users: 'Premium-Publisher mit treuen Lesern: in die Whitelist aufnehmen.',
  high_conversion: 'Warmes Retargeting, Gutscheine und die Suche im Store, die aus ehrlichen Gründen gut konvertieren.',
  ids_per_device: 'Familien und Läden sowie beliebte Modelle hinter einem Mobilfunknetz.',
  late_installs: 'Große Apps und langsame Netze: Verglichen wird mit dem Paket, nicht mit dem Land.',
  many_payers:
    'Gutscheine, Ausverkäufe und bezahlte Apps, von denen nur Käufer gemeldet werden: in die Whitelist aufnehmen.',
  mean_install_time: 'Kleine Stichproben und Quellen, die nur in einem langsamen Markt werben.',
  never_clicked: 'Fernsehen und Audio, wo nichts anzuklicken ist, und Quellen, deren Klicks nicht gemeldet werden.',
  no_nights: 'Weltweite Quellen und Budgets, die mit Absicht gleichmäßig verteilt werden.',
  odd_hours:
    'Schichtarbeit, Live-Ereignisse aus anderen Teilen der Welt und Länder mit mehreren Zeitzonen. Stunden, die nur ungewöhnlich sind (ein Ausverkauf, Büros), zählen nicht.',
  old_clients_of_source: 'Märkte, in denen alte Telefone in Gebrauch bleiben: die Grenze für diesen Publisher anheben.',
  outsize_revenue:
    'Großhandelsbestellungen und einzelne große Kunden. Namen und Währungen werden jeweils nur mit sich selbst verglichen; ein seltenes teures Produkt mit eigenem Namen wird also mit nichts verglichen.',
  rapid_addresses: 'Geteilte Geräte und Ungeduldige; einige davon hat jede Quelle.',
  repeats_of_source: 'Geteilte Geräte und Seiten, die ihre Anzeige zweimal laden.',
  rich_users:
    'Publisher mit wohlhabender Leserschaft, Quellen eines einzelnen reichen Marktes und Ausverkäufe, bei denen mehr Menschen und teurer kaufen: in die Whitelist aufnehmen.',
  same_agents: 'Aktionen für ein Gerät und Apps, die für alle denselben Agenten melden.',
  same_install_times: 'Quellen, die ihre Zeiten runden.',
  video_errors: 'Defekte Werbemittel: erst das Werbemittel ansehen, dann die Quelle.',
  videos_never_complete: 'Defekte Werbemittel und sehr lange Videos.',
  active_user:
    'Zwei Geräte einer Person. Ein Klick allein beansprucht nichts: Auch wer die App nutzt, mag ihre Anzeigen. Das Fenster ist, was Werbetreibender und Partner vereinbart haben.',
  anonymizer:
    'Menschen, denen ihre Privatsphäre wichtig ist, 2 bis 10 % eines Publikums. Allein macht es ein Ereignis nur verdächtig.',
  auto_refresh:
    'Bildergalerien, die jemand durchblättert. Angegebene Aktualisierungen (Live-Ergebnisse) sind langsamer, wenn auch gleichmäßig. Eine Frage der Qualität: höchstens verdächtig.',
  automated_browser:
    'Eigene Tests und eigenes Monitoring; ihre Adressen in die Whitelist aufnehmen. Selten Browser, die die Privatsphäre schützen.',
  block_burst:
    'Firmen und Hochschulen, die ein Telefonmodell ausgeben. Mobilfunknetze setzen Tausende hinter einen Block, daher zählen Installationen ohne WLAN nicht.',
  broken_order:
    'Uhren, die voneinander abweichen: die Toleranz anheben. Ereignisse tragen die Uhr des Geräts und Klicks die des Adservers, daher sind diese nur verdächtig.',
  click_country:
    'Reisende und Mobilfunkanbieter, die ein Telefon über ein anderes Land leiten. Üblich sind unter 1 % der Installationen.',
  click_device:
    'Browser, die das Modell verbergen (sie nennen es K), und die Desktop-Ansicht eines Telefons sind ausgenommen; Links, die an ein anderes Telefon geschickt werden, bleiben.',
  click_frequency: 'Wer Preise vergleicht, und viele Menschen hinter einer Adresse, wo keine Geräte-ID bekannt ist.',
  click_injection:
    'Uhren, die voneinander abweichen: Serverzeiten vorziehen oder einige Sekunden zulassen. Außerhalb von Google Play nicht bekannt.',
  data_center:
    'Firmen-Gateways, Cloud-Desktops und VPN-Ausgänge, die keine Liste kennt, wenn mehrere Kunden einer App über dieselbe Adresse kommen; serverseitige Anzeigeneinfügung, die die Adresse des Geräts verbirgt. Private Relays und gelistete VPN werden unterschieden; eine einzelne Person hat ihre eigene Regel.',
  declared_bot:
    'Eigenwillige In-App-Agenten, die wie der Name eines Bots aussehen, etwa 0,5 bis 3 % der Treffer; den Agenten in die Whitelist aufnehmen.',
  deprecated_browser:
    'Alte Rechner und Telefone, die keine Updates mehr bekommen: bei Verkehr mit bekannter Wahrheit fast alle Treffer. Außerhalb von Video sagt erst ihr Anteil an einer Quelle etwas, darum wird ein einzelnes Ereignis nur markiert.',
  deprecated_client:
    'Browser von Fernsehern und Terminals, die niemand aktualisiert, und Märkte, in denen alte Telefone in Gebrauch bleiben.',
  domain_spoofing:
    'In-App-Browser und Caches, die eine Seite unter eigenem Namen zeigen; die üblichen Caches und SafeFrames sind ausgenommen.',
  duplicate_click:
    'Ein Doppeltipp ist ein Mensch und trotzdem nicht abrechenbar. Kollegen hinter einer Adresse mit gleichem Browser sehen wie eine Person aus; ohne Geräte-ID muss es daher genau dieselbe Anzeige sein.',
  duplicate_install:
    'Echte Neuinstallationen: Kennzeichnet die Quelle sie als Reinstall oder Re-Attribution, zählen sie nicht.',
  duplicate_order:
    'Seiten, die nach dem Kauf neu geladen werden, und Server, die eine Anfrage wiederholen: Das erste Ereignis zählt. Erstattungen (negativer Umsatz) sind ausgenommen.',
  emulator: 'Chromebooks und die Testgeräte eigener Entwickler: in die Whitelist aufnehmen.',
  even_paging:
    'Dashboards und Seiten, die sich selbst neu laden, sowie Diashows. Bei 50 % Streuung war jede neunte menschliche Sitzung getroffen, darum liegt die Grenze weit darunter.',
  event_too_fast:
    'Käufe, die beim ersten Start einer wiederkehrenden Person wiederhergestellt werden. Erlöse aus Anzeigen beim Start sind unter ihren üblichen Namen ausgenommen. Apps, die auf ihrer ersten Seite verkaufen: für sie die Grenze senken.',
  failed_receipt:
    'Stores, die nicht erreichbar sind, Testkäufe und Quellen, die „falsch“ schreiben, wo niemand den Store gefragt hat.',
  fake_lead:
    'Browser, die Formulare ausfüllen, und Menschen, die ihre Adresse schützen. Ein Zeichen ist verdächtig, zwei sind Betrug.',
  false_viewability:
    'Uhren von Server und Player, die voneinander abweichen. Allein macht es ein Ereignis nur verdächtig.',
  fast_click:
    'Quellen, die Impression und Klick zusammen in einem Paket senden. Allein macht es einen Klick nur verdächtig.',
  frequency_cap:
    'Fernseher, die ein Haushalt teilt. Bei Display zählen nur Personen mit Geräte-ID: Ein Büro hinter einer Adresse ist nicht eine Person.',
  geo_mismatch:
    'Reisende im Roaming, Gateways von Mobilfunkanbietern und Fehler der Ländertabelle, etwa 1 bis 3 % eines Publikums. Allein macht es ein Ereignis nur verdächtig; VPN-Ausgänge, Relays und Hosting-Netze haben eigene Regeln.',
  hosted_person:
    'Menschen, denen ihre Privatsphäre wichtig ist; Firmen-Gateways und Cloud-Desktops. Ein Roboter mit eigenem Server sieht genauso aus, darum wird markiert.',
  hyper_engagement:
    'Retargeting, das derselben Person den ganzen Tag dieselbe Anzeige zeigt; deren Klicks folgen nicht in gleichem Abstand.',
  id_reset:
    'Familien und Läden mit Telefonen eines Modells. Büros bringen viele Modelle, darum muss das Telefon den Großteil seiner Adresse ausmachen; in Mobilfunknetzen teilen sich viele eine Adresse, daher zählen Installationen ohne WLAN nicht.',
  implausible_device:
    'Neue Modelle und Betaversionen, die jünger sind als die Listen der Veröffentlichungen. Ein Widerspruch ist verdächtig, zwei sind Betrug.',
  inherited_event: 'Folgt der Installation: Wird sie als sauber beurteilt, sind auch ihre Ereignisse frei.',
  malformed_device_id: 'Exporte, die eine andere ID in die Spalte der Werbe-ID schreiben.',
  non_browser:
    'Klicks und Videoanfragen, die von Server zu Server unter dem Agenten des Servers weitergereicht werden. Ein leerer Agent neben einem gemeldeten Gerät gilt als nicht weitergereicht.',
  pixel_stuffing: 'Zählpixel, die als Anzeigen gebucht sind: ein Konfigurationsfehler und trotzdem keine Impression.',
  reengagement_loop:
    'Push-Nachrichten und Anzeigen, die sich überschneiden. Für Apps, die man den ganzen Tag öffnet, die Grenze anheben.',
  referrer_mismatch:
    'Weiterleitungen, die die Kennung verlieren, und Impressionen, die als Klicks gemeldet werden. Allein macht es eine Installation nur verdächtig.',
  repeated_click_id:
    'Server, die eine verloren geglaubte Anfrage wiederholen. Der erste Klick zählt, die Wiederholung ist nicht abrechenbar.',
  server_inserted:
    'Anbieter serverseitiger Einfügung, die schlecht eingerichtet sind: Sie sollen das Gerät weitergeben.',
  short_install_time:
    'Sehr kleine Apps in schnellen Netzen zwischen den beiden Grenzen: 2,6 % der echten Installationen brauchen 10 s oder weniger.',
  spoofed_crawler:
    'Veröffentlichte Netze, die gewachsen sind, seit die Liste geladen wurde; die Liste wöchentlich erneuern.',
  stacked_ads:
    'Aktualisierungen, die einander überholen, zeigen zwei. Ohne Geräte-ID können viele Menschen hinter einer Adresse als eine zählen, darum ist das nur verdächtig.',
  video_jump:
    'Wer überspringt oder vorspult, und eine erste Meldung, die zu spät kam. Die Regel markiert nur, bis jemand, der keine überspringbaren Anzeigen verkauft, es anders bestimmt.',
  video_order:
    'Einmal überspringen, einmal vorspulen, eine verlorene oder verspätete Meldung, Meldungen, die einander überholen: Nichts davon zählt allein; ein verlorener Start zusammen mit einem Sprung ist verdächtig. Ist die Dauer länger angegeben als die Datei, wirkt jedes Video der Anzeige zu schnell.',
};
