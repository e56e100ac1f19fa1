/**
 * What people of other languages call the columns of a table, as `normaliseHeader` spells it: German, Spanish, French,
 * Japanese, Chinese. Tried after the English names. A guess only: the person sees and corrects it.
 */
export const HEADER_WORDS: Readonly<Record<string, readonly string[]>> = {
  ts: words(`
    zeitpunkt zeitstempel zeit datum uhrzeit datum_uhrzeit datum_zeit ereigniszeit ereigniszeitpunkt klickzeit
    fecha fecha_hora fecha_y_hora hora marca_de_tiempo fecha_del_evento hora_del_evento
    horodatage date_heure date_et_heure heure date_de_l_événement heure_de_l_événement
    日時 時刻 日付 タイムスタンプ イベント時刻 イベント日時 発生日時
    时间 日期 时间戳 日期时间 事件时间 发生时间 点击时间`),
  publisher: words(`
    quelle herausgeber werbepartner netzwerk traffic_quelle medienquelle
    fuente editor red fuente_de_medios fuente_de_tráfico afiliado
    éditeur réseau régie source_média source_de_trafic affilié
    媒体 メディア パブリッシャー 流入元 ソース 広告ネットワーク メディアソース
    媒体来源 渠道来源 来源 发布商 广告网络`),
  sub_publisher: words(`
    unterherausgeber unterquelle seiten_id subquelle subfuente id_de_sitio sous_éditeur sous_source id_du_site
    サイトid サブパブリッシャー サブソース 子渠道 站点id 子发布商`),
  vendor: words('agentur agencia agence 代理店 代理商'),
  campaign: words(`
    kampagne kampagnenname campaña campana nombre_de_campaña nombre_de_la_campaña campagne nom_de_campagne
    nom_de_la_campagne キャンペーン キャンペーン名 广告系列 推广活动 广告活动 活动名称`),
  campaign_id: words(
    'kampagnen_id id_de_campaña id_campaña id_de_campagne id_campagne キャンペーンid 广告系列id 活动id',
  ),
  channel: words('kanal canal チャネル チャンネル 渠道 频道'),
  placement: words('platzierung anzeigenplatz ubicación emplacement 掲載面 プレースメント 广告位 展示位置'),
  placement_type: words('anzeigenformat formato_de_anuncio format_d_annonce 広告フォーマット 广告格式'),
  creative: words(
    'anzeige werbemittel anuncio creatividad annonce création_publicitaire 広告 クリエイティブ 创意 广告创意',
  ),
  ad_set: words('anzeigengruppe grupo_de_anuncios groupe_d_annonces 広告セット 広告グループ 广告组'),
  system_domain: words('domäne dominio domaine ドメイン 域名'),
  page_id: words(
    'seite zielseite página pagina página_de_destino page_de_destination ページ ランディングページ 页面 着陆页',
  ),
  seller_id: words('verkäuferkonto verkäufer_id cuenta_de_vendedor compte_vendeur 販売者アカウント 卖方账户'),
  keyword: words(
    'suchbegriff stichwort schlüsselwort palabra_clave mot_clé mot_clef キーワード 検索語句 关键词 关键字',
  ),
  brand: words('marke marca marque ブランド 品牌'),
  content_category: words(
    'inhaltskategorie themenkategorie categoría_de_contenido catégorie_de_contenu コンテンツカテゴリ 内容类别 内容分类',
  ),
  event_name: words(`
    ereignis ereignisname aktion evento nombre_del_evento acción événement nom_de_l_événement évènement
    イベント イベント名 事件 事件名称 事件名`),
  declared_country: words(
    'land länderkennung ländercode país pais código_de_país pays code_pays 国 国名 国コード 国家 国家代码',
  ),
  region: words('bundesland región estado provincia région 地域 都道府県 地区 省份'),
  city: words('stadt ort ciudad ville 市区町村 都市 城市'),
  language: words('sprache idioma langue 言語 语言'),
  carrier: words('mobilfunkanbieter netzbetreiber operador operador_móvil opérateur 通信事業者 キャリア 运营商'),
  device_model: words(
    'gerät geraet gerätemodell modell dispositivo modelo modelo_de_dispositivo appareil modèle modèle_d_appareil 端末 機種 デバイス 设备 机型 设备型号',
  ),
  device_brand: words('hersteller gerätemarke fabricante constructeur fabricant メーカー 制造商 设备品牌'),
  declared_os: words(
    'betriebssystem plattform sistema_operativo plataforma système_d_exploitation plateforme osの種類 プラットフォーム 操作系统 平台',
  ),
  declared_os_version: words(
    'betriebssystemversion os_versión versión_del_sistema version_du_système osバージョン 系统版本',
  ),
  app_version: words('versión_de_la_aplicación version_de_l_application アプリバージョン 应用版本'),
  http_method: words('anfragemethode método méthode メソッド 请求方法'),
  http_status: words('statuscode código_de_estado code_de_statut ステータスコード 状态码'),
  referrer: words(
    'verweis verweisende_seite referente página_de_referencia référent page_de_provenance リファラー 参照元 来源页面 引荐来源',
  ),
  url: words('adresse_der_seite dirección_url adresse_url リンク 链接 网址'),
  user_agent: words('browserkennung agente_de_usuario agent_utilisateur ユーザーエージェント 用户代理'),
  ip: words(
    'ip_adresse ipadresse dirección_ip direccion_ip ip_del_cliente adresse_ip ip_du_client ipアドレス ip地址 客户端ip',
  ),
  device_id: words(
    'geräte_id geräte_kennung werbe_id id_de_dispositivo id_publicitario identifiant_publicitaire id_d_appareil identifiant_de_l_appareil デバイスid 広告id 端末id 设备id 广告标识符',
  ),
  user_id: words(
    'benutzer_id nutzer_id kunden_id kundennummer id_de_usuario id_de_cliente id_utilisateur identifiant_client ユーザーid 顧客id 用户id 客户id',
  ),
  click_id: words('klick_id klickkennung id_de_clic id_clic identifiant_de_clic クリックid 点击id'),
  order_id: words(
    'bestellnummer auftragsnummer número_de_pedido id_de_pedido numéro_de_commande 注文番号 注文id 订单号 订单编号',
  ),
  coupon_code: words(
    'gutschein gutscheincode gutschein_code rabattcode código_de_cupón cupón código_promocional code_promo code_de_réduction bon_de_réduction クーポン クーポンコード 优惠码 优惠券 优惠券代码',
  ),
  click_time: words('klickzeitpunkt hora_del_clic fecha_del_clic heure_du_clic クリック時刻 クリック日時'),
  impression_time: words('einblendungszeit hora_de_impresión heure_d_impression 表示時刻 展示时间'),
  install_time: words(
    'installationszeit installationszeitpunkt hora_de_instalación heure_d_installation インストール時刻 インストール日時 安装时间',
  ),
  revenue: words(
    'umsatz erlös betrag wert ingresos importe valor revenu revenus chiffre_d_affaires montant valeur 売上 収益 金額 收入 金额',
  ),
  quantity: words('menge anzahl stückzahl cantidad unidades quantité 数量 個数 件数 件數'),
  cost: words('kosten ausgaben preis coste costo gasto precio coût cout dépense prix コスト 費用 成本 费用 花费'),
  currency: words('währung waehrung moneda divisa devise monnaie 通貨 货币 币种'),
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
