// Column headings of other programs and people, in the calendar's eight languages: exports of Google Calendar, Outlook (except in
// Bulgarian, of which none is published) and Eventbrite, and the importer of The Events Calendar. Compared without case and accents;
// `-` counts as a space.
import type { CsvColumn } from '../../resources/events/feeds/csv-columns.ts';

/** Date and time may have separate columns; other calendars have columns for private events and the currency of the cost. */
export type Field = CsvColumn | 'start_time' | 'end_time' | 'private' | 'currency';

/** Separated by `|`. Words for a start or an end without "date" are times where another column has the date. */
export const headingWords: Partial<Record<Field, string>> = {
  id: 'event id',
  external_id: 'uid|external id',
  status: 'event status',
  title:
    'event name|event title|event|name|subject|summary|betreff|titel|veranstaltung|objet|titre|nom|événement|asunto|título|nombre|evento|assunto|nome|件名|タイトル|イベント|イベント名|主题|标题|名称|活动|活动名称|тема|заглавие|събитие|име',
  slug: 'event slug',
  description:
    'event description|details|beschreibung|descripción|descrição|内容|説明|描述|说明|описание|détails|detalles|detalhes',
  excerpt: 'event excerpt|event summary',
  start_date:
    'event start date|event start date and time|start date and time|start datetime|date|event date|day|startdatum|anfangsdatum|beginnt am|datum|date de début|jour|fecha de inicio|fecha de comienzo|fecha|data de início|data inicial|data|dia|开始日期|日期|開始日|日付|начална дата|дата',
  start_time:
    'event start time|start time|start|begin|from|time|event time|startzeit|anfangszeit|beginnt um|beginn|anfang|uhrzeit|beginn uhrzeit|uhrzeit beginn|uhrzeit von|zeit|von|heure de début|début|heure|horaire|hora de inicio|inicio|comienzo|hora|horario|hora de início|início|hora inicial|horário|开始时间|开始|时间|開始時刻|開始時間|開始|時刻|時間|начален час|начало|час',
  end_date:
    'event end date|event end date and time|end date and time|end datetime|enddatum|endet am|date de fin|fecha de fin|fecha de finalización|data de término|data final|data de fim|结束日期|終了日|крайна дата',
  end_time:
    'event end time|end time|end|finish|to|until|endzeit|endet um|ende|bis|ende uhrzeit|uhrzeit ende|uhrzeit bis|heure de fin|fin|hora de fin|hora de finalización|finalización|hora de término|hora final|término|fim|结束时间|结束|終了時刻|終了時間|終了|краен час|край',
  timezone:
    'event time zone|event timezone|time zone|zeitzone|fuseau horaire|zona horaria|fuso horário|时区|タイムゾーン|часова зона',
  all_day:
    'all day event|event all day|allday|ganztägig|ganztägiges ereignis|journée entière|toute la journée|todo el día|evento de todo el día|dia inteiro|o dia inteiro|evento de dia inteiro|全天|全天事件|終日|終日イベント|целодневно|целодневно събитие',
  private: 'private|privat|privé|privado|particular|私有|私密|プライベート|非公開|лично|частно',
  venue:
    'event venue name|event venue|venue name|location|event location|place|ort|veranstaltungsort|lieu|emplacement|lugar|ubicación|local|localização|地点|位置|場所|会場|място|местоположение',
  venue_address: 'address|address line 1|street|adresse|straße|dirección|endereço|地址|住所|адрес',
  venue_city: 'city|town|stadt|ville|ciudad|cidade|城市|市区町村|град',
  venue_state: 'state|state/province|province|region|bundesland|région|provincia|estado',
  venue_zip:
    'zip|zip code|postal code|postcode|plz|postleitzahl|code postal|código postal|cep|邮编|郵便番号|пощенски код',
  venue_country: 'country|land|pays|país|国家|国|държава',
  organizers:
    'event organizer name(s) or id(s)|event organizer name|event organizer|organizer name|organizer|organiser|host|veranstalter|organisateur|organizador|主办方|组织者|主催|主催者|организатор',
  categories:
    'event category|event categories|category|event type|kategorie|kategorien|rubrik|catégorie|catégories|categoría|categorías|categoria|categorias|类别|分类|分類|分類項目|カテゴリ|категория|категории',
  tags: 'event tags|keywords|schlagwörter|schlagworte|étiquettes|etiquetas|标签|タグ|етикети',
  cost: 'event cost|price|ticket price|admission|preis|eintritt|kosten|prix|tarif|precio|preço|custo|价格|费用|費用|料金|цена',
  currency: 'event currency symbol|currency symbol|currency|währung|devise|moneda|moeda|货币|币种|通貨|валута',
  website: 'event website|event url|url|link|webseite|internetseite|site web|sitio web|网址|ウェブサイト|уебсайт',
  image: 'event featured image|featured image|event image|image url|bild|imagen|imagem|图片|画像|изображение',
  language: 'lang|sprache|langue|idioma|语言|語言|言語|език',
  featured: 'feature event|featured event',
  sticky: 'event sticky in month view|sticky in month view',
  show_map: 'event show map',
  show_map_link: 'event show map link',
  hide_from_listings: 'hide event from event listings|hide from event listings',
};
