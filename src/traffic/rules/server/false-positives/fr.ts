/** Who each rule may hit by mistake. The English stands in the rules. */
export const fr: Readonly<Record<string, string>> = {
  abroad_source:
    'Les régions frontalières et les opérateurs qui font sortir leurs clients par des passerelles d’un autre pays.',
  alike_delays:
    'Les annonces qui s’ouvrent d’elles-mêmes après un compte à rebours, et les sources qui déclarent les impressions avec leurs clics.',
  alike_models:
    'Les promotions d’un appareil et les sources qui ne vendent qu’un marché, surtout ceux où les téléphones sont plus anciens.',
  alike_neighbours:
    'Les bureaux et les campus qui distribuent un même téléphone, et les promotions d’un modèle. Les réseaux mobiles partagent leurs adresses ; les installations sans Wi-Fi ne comptent donc pas.',
  bought_installs: 'Les jeux difficiles assortis d’une offre forte.',
  broken_ids:
    'Les pays et systèmes où l’on limite le suivi publicitaire : ils manquent alors aussi aux autres sources du package, et la règle s’abstient.',
  click_flooding: 'Les vues déclarées comme des clics et les sources qui viennent de commencer.',
  clicks_over_impressions: 'Les impressions comptées seulement une fois vues, et les annonces de recherche.',
  clockwork: 'Les e-mails et notifications push envoyés à l’heure pile.',
  fast_events_of_source: 'Les clients qui reviennent et sont connectés aussitôt.',
  few_addresses: 'Les réseaux mobiles qui placent des milliers de téléphones derrière une adresse, et les bureaux.',
  few_returns: 'Les campagnes larges qui touchent des curieux peu motivés.',
  gone_after_week:
    'Campagnes larges, et sources mauvaises il y a une semaine mais meilleures depuis : ce sont les installations passées qui parlent des nouvelles.',
  gone_at_once:
    'Essais, passes et offres d’une source qui finissent le même jour pour tous : à mettre en liste blanche.',
  heavy_users: 'Les éditeurs premium aux lecteurs fidèles : à mettre en liste blanche.',
  high_conversion:
    'Le reciblage récent, les coupons et la recherche dans le store, qui convertissent bien pour des raisons honnêtes.',
  ids_per_device: 'Les familles et les boutiques, et les modèles répandus derrière un réseau mobile.',
  late_installs: 'Les apps volumineuses et les réseaux lents : la référence est celle du package, pas du pays.',
  many_payers:
    'Les bons, les soldes et les apps payantes dont seuls les acheteurs sont déclarés : à mettre en liste blanche.',
  mean_install_time: 'Les petits échantillons et les sources qui annoncent dans un seul marché lent.',
  never_clicked:
    'La télévision et l’audio, où il n’y a rien à cliquer, et les sources dont les clics ne sont pas transmis.',
  no_nights: 'Les sources mondiales et les budgets répartis uniformément à dessein.',
  odd_hours:
    'Le travail posté, les événements en direct d’autres parties du monde et les pays à plusieurs fuseaux. Des heures simplement inhabituelles (soldes, bureaux) ne comptent pas.',
  old_clients_of_source: 'Les marchés où de vieux téléphones restent en usage : relever la limite pour cet éditeur.',
  outsize_revenue:
    'Commandes en gros et gros clients isolés. Chaque nom et chaque devise n’est comparé qu’à lui-même : un produit cher et rare qui a son propre nom n’est donc comparé à rien.',
  rapid_addresses: 'Les appareils partagés et les impatients ; chaque source en a quelques-uns.',
  repeats_of_source: 'Les appareils partagés et les pages qui chargent leur annonce deux fois.',
  rich_users:
    'Éditeurs dont les lecteurs sont aisés, sources d’un seul marché riche, et soldes où plus de gens achètent, et plus cher : à mettre en liste blanche.',
  same_agents: 'Les promotions d’un appareil et les apps qui déclarent un même agent pour tous.',
  same_install_times: 'Les sources qui arrondissent leurs heures.',
  video_errors: 'Les créations défectueuses : regarder la création avant la source.',
  videos_never_complete: 'Les créations défectueuses et les vidéos très longues.',
  active_user:
    'Deux appareils d’une même personne. Un clic seul ne revendique rien : ceux qui utilisent l’app en apprécient aussi les annonces. La fenêtre est celle convenue entre annonceur et partenaire.',
  anonymizer:
    'Les personnes soucieuses de leur vie privée, 2 à 10 % d’une audience. À lui seul, cela ne rend un événement que suspect.',
  auto_refresh:
    'Les galeries que l’on feuillette. Les rechargements déclarés (scores en direct) sont plus lents, même réguliers. Question de qualité : suspect au plus.',
  automated_browser:
    'Vos propres tests et votre supervision ; mettre leurs adresses en liste blanche. Rarement des navigateurs protégeant la vie privée.',
  block_burst:
    'Les bureaux et les campus qui distribuent un modèle de téléphone. Les réseaux mobiles placent des milliers de personnes derrière un bloc ; les installations sans Wi-Fi ne comptent donc pas.',
  broken_order:
    'Les horloges qui divergent : relever la tolérance. Les événements portent l’heure de l’appareil et les clics celle du serveur publicitaire ; ils ne sont donc que suspects.',
  click_country:
    'Les voyageurs et les opérateurs qui acheminent un téléphone par un autre pays. La norme est de moins de 1 % des installations.',
  click_device:
    'Les navigateurs qui masquent le modèle (ils le nomment K) et l’affichage « ordinateur » d’un téléphone sont exclus ; restent les liens envoyés à un autre téléphone.',
  click_frequency:
    'Ceux qui comparent les prix, et de nombreuses personnes derrière une adresse quand l’identifiant d’appareil est inconnu.',
  click_injection:
    'Les horloges qui divergent : préférer les heures du serveur ou admettre quelques secondes. Inconnu hors de Google Play.',
  data_center:
    'Les passerelles d’entreprise, les bureaux dans le cloud et les sorties de VPN qu’aucune liste ne connaît, quand plusieurs clients d’une app sortent par la même adresse ; l’insertion d’annonces côté serveur qui masque l’adresse de l’appareil. Les relais privés et les VPN répertoriés sont distingués ; une personne seule relève d’une règle à part.',
  declared_bot:
    'Des agents singuliers de navigateurs intégrés, qui ressemblent au nom d’un robot, environ 0,5 à 3 % des détections ; mettre l’agent en liste blanche.',
  deprecated_browser:
    'Les vieux ordinateurs et téléphones qui ne reçoivent plus de mises à jour : sur du trafic étiqueté, presque toutes les détections. Hors vidéo, c’est leur part dans une source qui parle ; un événement seul n’est donc que marqué.',
  deprecated_client:
    'Les navigateurs de téléviseurs et de bornes que personne ne met à jour, et les marchés où de vieux téléphones restent en usage.',
  domain_spoofing:
    'Les navigateurs intégrés et les caches qui montrent une page sous leur propre nom ; les caches usuels et les SafeFrames sont exclus.',
  duplicate_click:
    'Une double pression vient d’une personne, et n’est pas facturable pour autant. Des collègues derrière une adresse avec un même navigateur ressemblent à une seule personne ; sans identifiant d’appareil, ce doit donc être exactement la même annonce.',
  duplicate_install:
    'Les vraies réinstallations : si la source les étiquette réinstallation ou réattribution, elles ne comptent pas.',
  duplicate_order:
    'Les pages rechargées après l’achat et les serveurs qui répètent une requête : le premier événement compte. Les remboursements (revenu négatif) sont exclus.',
  emulator: 'Les Chromebooks et les appareils de test de vos développeurs : à mettre en liste blanche.',
  even_paging:
    'Les tableaux de bord et les pages qui se rechargent d’elles-mêmes, et les diaporamas. À 50 % de dispersion, une session humaine sur neuf était touchée ; la limite est donc bien plus basse.',
  event_too_fast:
    'Les achats restaurés à la première ouverture d’une personne qui revient. Les revenus des annonces montrées au démarrage sont exclus par leurs noms usuels. Les applications qui vendent dès leur premier écran : abaissez la limite pour elles.',
  failed_receipt:
    'Les stores injoignables, les achats de test et les sources qui écrivent « false » là où personne n’a interrogé le store.',
  fake_lead:
    'Les navigateurs qui remplissent les formulaires et les personnes qui protègent leur adresse. Un indice est suspect, deux sont une fraude.',
  false_viewability:
    'Les horloges du serveur et du lecteur qui divergent. À lui seul, cela ne rend un événement que suspect.',
  fast_click:
    'Les sources qui envoient impression et clic ensemble dans un lot. À lui seul, cela ne rend un clic que suspect.',
  frequency_cap:
    'Les téléviseurs partagés par un foyer. En display, seules comptent les personnes avec identifiant d’appareil : un bureau derrière une adresse n’est pas une personne.',
  geo_mismatch:
    'Les voyageurs en itinérance, les passerelles d’opérateurs et les erreurs de la table des pays, environ 1 à 3 % d’une audience. À lui seul, cela ne rend un événement que suspect ; les sorties de VPN, les relais et les hébergeurs ont leurs propres règles.',
  hosted_person:
    'Les personnes soucieuses de leur vie privée ; les passerelles d’entreprise et les bureaux dans le cloud. Un robot muni de son propre serveur a le même aspect ; il est donc seulement marqué.',
  hyper_engagement:
    'Le reciblage qui montre à la même personne la même annonce toute la journée ; ses clics ne sont pas régulièrement espacés.',
  id_reset:
    'Les familles et les boutiques dont les téléphones sont d’un même modèle. Les bureaux apportent de nombreux modèles ; le téléphone doit donc former l’essentiel de ce qu’apporte son adresse. Les réseaux mobiles partagent leurs adresses ; les installations sans Wi-Fi ne comptent donc pas.',
  implausible_device:
    'Les nouveaux modèles et les versions bêta plus récents que les listes de sorties. Une contradiction est suspecte, deux sont une fraude.',
  inherited_event: 'Suit l’installation : si elle est jugée propre, ses événements sont libérés.',
  malformed_device_id: 'Les exports qui placent un autre id dans la colonne de l’ID publicitaire.',
  non_browser:
    'Les clics et requêtes vidéo transmis de serveur à serveur sous l’agent du serveur. Un agent vide à côté d’un appareil déclaré passe pour non transmis.',
  pixel_stuffing:
    'Les pixels de suivi comptés comme annonces : une erreur de configuration, et pas une impression pour autant.',
  reengagement_loop:
    'Les notifications push et les annonces qui se chevauchent. Relever la limite pour les apps que l’on ouvre toute la journée.',
  referrer_mismatch:
    'Les redirections qui perdent l’étiquette et les impressions déclarées comme des clics. À lui seul, cela ne rend une installation que suspecte.',
  repeated_click_id:
    'Les serveurs qui répètent une requête qu’ils croient perdue. Le premier clic compte, la répétition n’est pas facturable.',
  server_inserted:
    'Les prestataires d’insertion côté serveur mal configurés : leur demander de transmettre l’appareil.',
  short_install_time:
    'Les très petites apps sur des réseaux rapides, entre les deux limites : 2,6 % des vraies installations prennent 10 s ou moins.',
  spoofed_crawler:
    'Les plages publiées qui ont grandi depuis le chargement de la liste ; la renouveler chaque semaine.',
  stacked_ads:
    'Les rechargements qui se bousculent en montrent deux. Sans identifiant d’appareil, de nombreuses personnes derrière une adresse peuvent compter pour une ; ce n’est donc que suspect.',
  video_jump:
    'Tout spectateur qui passe ou avance, et un premier signal arrivé tard. La règle ne fait que marquer, tant que celui qui ne vend aucune annonce à passer n’en décide pas autrement.',
  video_order:
    'Un saut, une avance, un signal perdu ou tardif, des signaux qui se doublent : rien de cela ne compte seul ; un démarrage perdu avec un saut est suspect. Une durée déclarée plus longue que le fichier fait paraître trop rapide chaque vidéo de l’annonce.',
};
