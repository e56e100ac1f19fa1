/** Who each rule may hit by mistake. The English stands in the rules. */
export const es: Readonly<Record<string, string>> = {
  abroad_source:
    'Regiones fronterizas y operadores que llevan a sus clientes al extranjero por pasarelas de otro país.',
  alike_delays:
    'Anuncios que se abren solos tras una cuenta atrás, y fuentes que comunican las impresiones con sus clics.',
  alike_models:
    'Promociones de un dispositivo y fuentes que solo venden un mercado, sobre todo mercados con teléfonos antiguos.',
  alike_neighbours:
    'Oficinas y campus que reparten un mismo teléfono, y promociones de un modelo. Las redes móviles comparten direcciones, por eso las instalaciones sin Wi-Fi no cuentan.',
  bought_installs: 'Juegos difíciles con una oferta fuerte.',
  broken_ids:
    'Países y sistemas donde la gente limita el seguimiento publicitario: entonces también faltan en las demás fuentes del paquete, y la regla se abstiene.',
  click_flooding: 'Visualizaciones que se comunican como clics y fuentes que acaban de empezar.',
  clicks_over_impressions: 'Impresiones que solo se cuentan cuando se ven, y anuncios de búsqueda.',
  clockwork: 'Correos y mensajes push enviados a la hora en punto.',
  fast_events_of_source: 'Clientes que vuelven y quedan identificados al instante.',
  few_addresses: 'Redes móviles que ponen miles de teléfonos tras una dirección, y oficinas.',
  few_returns: 'Campañas amplias que llegan a curiosos con poco interés.',
  gone_after_week:
    'Campañas amplias, y fuentes que hace una semana eran malas y ahora son mejores: son las instalaciones anteriores las que hablan de las nuevas.',
  gone_at_once:
    'Pruebas, pases y ofertas de una fuente que terminan el mismo día para todos: póngala en la lista blanca.',
  heavy_users: 'Editores premium con lectores fieles: póngalos en la lista blanca.',
  high_conversion: 'Retargeting reciente, cupones y búsqueda en la tienda, que convierten bien por motivos honestos.',
  ids_per_device: 'Familias y tiendas, y modelos populares tras una red móvil.',
  late_installs: 'Apps grandes y redes lentas: se compara con el paquete, no con el país.',
  many_payers: 'Cupones, rebajas y apps de pago de las que solo se comunican compradores: póngalos en la lista blanca.',
  mean_install_time: 'Muestras pequeñas y fuentes que anuncian en un único mercado lento.',
  never_clicked: 'Televisión y audio, donde no hay nada que pulsar, y fuentes cuyos clics no se comunican.',
  no_nights: 'Fuentes mundiales y presupuestos que se reparten por igual a propósito.',
  odd_hours:
    'Trabajo por turnos, eventos en directo de otras partes del mundo y países con varios husos horarios. Las horas que solo son inusuales (rebajas, oficinas) no cuentan.',
  old_clients_of_source: 'Mercados donde se siguen usando teléfonos antiguos: suba el límite para ese editor.',
  outsize_revenue:
    'Pedidos al por mayor y grandes clientes aislados. Cada nombre y cada moneda se comparan solo consigo mismos, de modo que un producto caro y poco frecuente con nombre propio no se compara con nada.',
  rapid_addresses: 'Dispositivos compartidos y gente impaciente; toda fuente tiene algunos.',
  repeats_of_source: 'Dispositivos compartidos y páginas que cargan su anuncio dos veces.',
  rich_users:
    'Editores con lectores acomodados, fuentes de un solo mercado rico y rebajas en las que compran más personas y más caro: póngalos en la lista blanca.',
  same_agents: 'Promociones de un dispositivo y apps que comunican un mismo agente para todos.',
  same_install_times: 'Fuentes que redondean sus horas.',
  video_errors: 'Creatividades defectuosas: mire la creatividad antes que la fuente.',
  videos_never_complete: 'Creatividades defectuosas y vídeos muy largos.',
  active_user:
    'Dos dispositivos de una persona. Un clic por sí solo no reclama nada: a quien usa la app también le gustan sus anuncios. La ventana es la que acordaron anunciante y socio.',
  anonymizer:
    'Gente que cuida su privacidad, del 2 al 10 % de una audiencia. Por sí solo, únicamente hace sospechoso un evento.',
  auto_refresh:
    'Galerías que la gente hojea. Las recargas declaradas (resultados en directo) son más lentas, aunque regulares. Cuestión de calidad: sospechoso como mucho.',
  automated_browser:
    'Pruebas y monitorización propias; ponga sus direcciones en la lista blanca. Rara vez, navegadores de privacidad.',
  block_burst:
    'Oficinas y campus que reparten un modelo de teléfono. Las redes móviles ponen a miles tras un bloque, por eso las instalaciones sin Wi-Fi no cuentan.',
  broken_order:
    'Relojes que no coinciden: suba la tolerancia. Los eventos llevan el reloj del dispositivo y los clics el del servidor de anuncios, por eso esos casos son solo sospechosos.',
  click_country:
    'Viajeros y operadores que encaminan un teléfono por otro país. Lo normal es menos del 1 % de las instalaciones.',
  click_device:
    'Se excluyen los navegadores que ocultan el modelo (lo llaman K) y la vista de escritorio de un teléfono; quedan los enlaces enviados a otro teléfono.',
  click_frequency:
    'Quienes comparan precios, y muchas personas tras una dirección cuando no se conoce el identificador de dispositivo.',
  click_injection:
    'Relojes que no coinciden: prefiera horas del servidor o admita unos segundos. Fuera de Google Play no se conoce.',
  data_center:
    'Pasarelas de empresa, escritorios en la nube y salidas de VPN que ninguna lista conoce, cuando varios clientes de una app salen por la misma dirección; inserción de anuncios en el servidor que oculta la dirección del dispositivo. Los relays privados y las VPN listadas se distinguen; una persona sola tiene su propia regla.',
  declared_bot:
    'Agentes raros de navegadores integrados en apps que parecen el nombre de un bot, entre el 0,5 y el 3 % de los aciertos; ponga el agente en la lista blanca.',
  deprecated_browser:
    'Ordenadores y teléfonos viejos que ya no reciben actualizaciones: en tráfico etiquetado, casi todos los aciertos. Fuera del vídeo lo que dice algo es su peso en una fuente, por eso un evento solo se marca.',
  deprecated_client:
    'Navegadores de televisores y quioscos que nadie actualiza, y mercados donde se siguen usando teléfonos antiguos.',
  domain_spoofing:
    'Navegadores integrados y cachés que muestran una página con su propio nombre; las cachés habituales y los SafeFrame se excluyen.',
  duplicate_click:
    'Un doble toque es de una persona y aun así no se factura. Los compañeros tras una dirección con un mismo navegador parecen una sola persona, por eso sin identificador de dispositivo tiene que ser el mismo anuncio.',
  duplicate_install: 'Reinstalaciones reales: si la fuente las etiqueta como reinstalación o reatribución, no cuentan.',
  duplicate_order:
    'Páginas recargadas tras la compra y servidores que repiten una petición: cuenta el primer evento. Los reembolsos (ingresos negativos) se excluyen.',
  emulator: 'Chromebooks y los dispositivos de prueba de sus propios desarrolladores: póngalos en la lista blanca.',
  even_paging:
    'Paneles y páginas que se recargan solas, y pases de diapositivas. Con una dispersión del 50 % caía una de cada nueve sesiones humanas, por eso el límite es mucho menor.',
  event_too_fast:
    'Compras que se restauran en la primera apertura de quien vuelve. Los ingresos por anuncios mostrados al inicio se excluyen por sus nombres habituales. Las aplicaciones que venden en su primera pantalla: baje el límite para ellas.',
  failed_receipt:
    'Tiendas a las que no se puede llegar, compras de prueba y fuentes que escriben «false» cuando nadie preguntó a la tienda.',
  fake_lead:
    'Navegadores que rellenan formularios y gente que protege su dirección. Un indicio es sospechoso, dos son fraude.',
  false_viewability:
    'Relojes del servidor y del reproductor que no coinciden. Por sí solo, únicamente hace sospechoso un evento.',
  fast_click: 'Fuentes que envían impresión y clic juntos en un lote. Por sí solo, únicamente hace sospechoso un clic.',
  frequency_cap:
    'Televisores que comparte un hogar. En display solo se cuentan personas con identificador de dispositivo: una oficina tras una dirección no es una persona.',
  geo_mismatch:
    'Viajeros en itinerancia, pasarelas de operadores y errores de la tabla de países, entre el 1 y el 3 % de una audiencia. Por sí solo, únicamente hace sospechoso un evento; las salidas de VPN, los relays y las redes de alojamiento tienen sus propias reglas.',
  hosted_person:
    'Gente que cuida su privacidad; pasarelas de empresa y escritorios en la nube. Un robot con servidor propio tiene el mismo aspecto, por eso solo se marca.',
  hyper_engagement:
    'Retargeting que muestra a la misma persona el mismo anuncio todo el día; sus clics no llegan a intervalos regulares.',
  id_reset:
    'Familias y tiendas con teléfonos del mismo modelo. Las oficinas traen muchos modelos, por eso el teléfono debe ser la mayor parte de lo que trae su dirección; las redes móviles comparten direcciones, por eso las instalaciones sin Wi-Fi no cuentan.',
  implausible_device:
    'Modelos nuevos y versiones beta más recientes que las listas de lanzamientos. Una contradicción es sospechosa, dos son fraude.',
  inherited_event: 'Sigue a la instalación: si se juzga limpia, sus eventos quedan libres.',
  malformed_device_id: 'Exportaciones que ponen otro id en la columna del id publicitario.',
  non_browser:
    'Clics y peticiones de vídeo que pasan de servidor a servidor con el agente del servidor. Un agente vacío junto a un dispositivo comunicado se toma como no transmitido.',
  pixel_stuffing:
    'Píxeles de seguimiento registrados como anuncios: un error de configuración y, aun así, ninguna impresión.',
  reengagement_loop: 'Mensajes push y anuncios que se solapan. Suba el límite en apps que la gente abre todo el día.',
  referrer_mismatch:
    'Redirecciones que pierden la etiqueta e impresiones que se comunican como clics. Por sí solo, únicamente hace sospechosa una instalación.',
  repeated_click_id:
    'Servidores que repiten una petición que creen perdida. Cuenta el primer clic, la repetición no se factura.',
  server_inserted: 'Proveedores de inserción en el servidor mal configurados: pídales que transmitan el dispositivo.',
  short_install_time:
    'Apps muy pequeñas en redes rápidas, entre los dos límites: el 2,6 % de las instalaciones reales tarda 10 s o menos.',
  spoofed_crawler: 'Rangos publicados que han crecido desde que se cargó la lista; renuévela cada semana.',
  stacked_ads:
    'Las recargas que se pisan muestran dos. Sin identificador de dispositivo, muchas personas tras una dirección pueden contar como una, por eso eso es solo sospechoso.',
  video_jump:
    'Cualquiera que salte o avance, y un primer aviso que llegó tarde. Solo marca, hasta que quien no vende anuncios saltables diga otra cosa.',
  video_order:
    'Un salto, un avance, un aviso perdido o tardío, avisos que se adelantan: nada de eso cuenta por sí solo; un inicio perdido junto con un salto es sospechoso. Si se declara una duración mayor que la del archivo, todos los vídeos del anuncio parecen demasiado rápidos.',
};
