// Words of the generated calendar, the frequent ones first. None contains a digit, because slugs are distinguished by numbers.
import type { Language } from '../../src/core/languages.ts';

export interface Vocabulary {
  /** Kinds of events. */
  kinds: readonly string[];
  /** Subjects of events. */
  subjects: readonly string[];
  /** Words of descriptions, together with `subjects`. */
  words: readonly string[];
  /** Separators of words. */
  blank: string;
  /** Ends of sentences. */
  stop: string;
  /** Patterns of titles, with `{kind}` and `{subject}`. */
  titles: readonly string[];
}

const list = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' '));

const spaced = { blank: ' ', stop: '.' };
const unspaced = { blank: '', stop: '。' };

/** One event in a thousand has the first in its title, one in a hundred thousand the second; no other word has its letters. */
export const rareWords = { thousandth: 'Zyx', hundredThousandth: 'Xylography' } as const;

export const vocabularies: Readonly<Record<Language, Vocabulary>> = {
  en: {
    ...spaced,
    titles: [
      '{subject} {kind}',
      '{kind}: {subject}',
      '{subject} and {subject2} {kind}',
      'The {subject} {kind}',
      '{kind} for {subject} and {subject2}',
      'Open {subject} {kind}',
    ],
    kinds: list(`Concert Workshop Market Exhibition Lecture Tour Festival Screening Reading Class Meeting Recital Fair
      Talk Walk Course Evening Brunch Rehearsal Gala Show Parade Picnic Seminar Conference Tasting Auction Retreat
      Hackathon Matinee`),
    subjects: list(`Jazz Garden River Children Autumn Museum Theatre Harbour Poetry Winter Lantern Film Dance Choir
      Chamber Summer Street Food Family Night Community Photography Ceramic Piano Wine Bicycle Spring Village Folk
      Opera Bread Science History Robot Neighbourhood Library Startup Mountain Forest Orchestra Ballet Comedy Design
      Vintage Book Cheese Watercolour Castle Cathedral Archive Astronomy Beekeeping Calligraphy Clay Climate Coding
      Coffee Country Craft Embroidery Fashion Fiddle Flower Geology Gospel Harvest Improvisation Island Juggling
      Kayak Knitting Language Lighthouse Marionette Meadow Mosaic Mural Mushroom Orchard Organ Origami Pottery Puppet
      Quilt Railway Reptile Salsa Sculpture Silent Ska Tango Textile Typography Ukulele Vegan Violin Volunteer
      Weaving Whisky Woodland Yoga`),
    words: list(`the and a of to in with for you our we all from your is are be will at on this by who their have
      guests everyone evening music doors open hour before start welcome bring friends family ticket ticket_office
      free entry stage programme artists local city centre hall afternoon interval drinks available bar seats limited
      please book early accessible wheelchair entrance street parking nearby station bus children under twelve adults
      accompanied join experts learn hands-on materials provided beginners advanced level session workshop leader
      years experience award winning known across country first time season opening closing special guest introduces
      story behind work discover collection new rooms tour guide walks through old town meet at gate weather permitting
      warm clothes good shoes recommended break lunch included vegetarian options coffee cake homemade sold benefit
      charity proceeds support youth orchestra members talk followed by questions discussion moderated journalist
      author reads latest novel signs copies afterwards quartet plays works composer century contemporary classics
      improvised lively quiet unusual surprising lovely well-loved annual traditional returns third year longer bigger
      than ever stalls farmers makers designers neighbours volunteers organise together register online until day
      places remaining waiting list cancelled refunds possible exchange camera photographs recorded broadcast subtitles
      language spoken translation sign interpreter request`),
  },
  de: {
    ...spaced,
    titles: ['{kind}: {subject}', '{subject} – {kind}', '{kind} zum Thema {subject}', '{subject} und {subject2}'],
    kinds: list(`Konzert Werkstatt Markt Ausstellung Vortrag Führung Fest Filmabend Lesung Kurs Treffen Messe Gespräch
      Spaziergang Abend Frühstück Probe Gala Aufführung Umzug Seminar Tagung Verkostung Versteigerung`),
    subjects: list(`Jazz Garten Fluss Kinder Herbst Museum Theater Hafen Lyrik Winter Laternen Film Tanz Chor
      Kammermusik Sommer Straßenkunst Küche Familie Nacht Nachbarschaft Fotografie Keramik Klavier Wein Fahrrad
      Frühling Dorf Volkslied Oper Brot Wissenschaft Geschichte Bücher Gründer Berge Wald Orchester Ballett Käse
      Aquarell Burg Dom Archiv Sternkunde Imkerei Schönschrift Klima Kaffee Handwerk Mode Blumen Ernte Insel Mosaik
      Pilze Obst Orgel Töpfern Puppen Eisenbahn Skulptur Weben Geige Wiese`),
    words: list(`der die das und in zu mit für von den dem ein eine wir Sie alle auf im ist sind wird am bei aus nach
      Gäste Abend Musik Einlass Stunde vor Beginn willkommen Freunde Karten frei Eintritt Bühne Programm Künstler
      Stadt Saal Nachmittag Pause Getränke erhältlich Plätze begrenzt bitte früh buchen barrierefrei Eingang Straße
      Parkplatz Bahnhof Kinder unter zwölf Erwachsene lernen Material vorhanden Anfänger Fortgeschrittene Leitung
      Erfahrung ausgezeichnet bekannt erste Spielzeit Eröffnung Gast Sammlung neue Räume Altstadt Treffpunkt Tor
      Wetter warme Kleidung empfohlen Mittagessen inbegriffen Kuchen Erlös Jugend Fragen Diskussion Autorin liest
      Roman Quartett spielt Werke Jahrhundert gemeinsam Anmeldung möglich Warteliste Übersetzung größer schöner`),
  },
  fr: {
    ...spaced,
    titles: ['{kind} : {subject}', '{kind} autour de {subject}', '{subject} et {subject2}', 'Grand {kind} {subject}'],
    kinds: list(`Concert Atelier Marché Exposition Conférence Visite Festival Projection Lecture Cours Rencontre Récital
      Salon Débat Promenade Soirée Brunch Répétition Gala Spectacle Défilé Séminaire Colloque Dégustation`),
    subjects: list(`jazz jardin fleuve enfants automne musée théâtre port poésie hiver lanternes cinéma danse chœur
      musique_de_chambre été rue cuisine famille nuit quartier photographie céramique piano vin vélo printemps village
      chanson opéra pain science histoire bibliothèque montagne forêt orchestre ballet design livre fromage aquarelle
      château cathédrale archives astronomie apiculture calligraphie climat café artisanat broderie mode fleurs géologie
      moisson île mosaïque champignons verger orgue poterie marionnettes chemin_de_fer sculpture tissage violon`),
    words:
      list(`le la les de des et à en pour avec dans une un nous vous tous sur est sont sera par qui leurs notre votre
      invités soirée musique portes ouverture heure avant début bienvenue amis billet gratuit entrée scène programme
      artistes ville salle après-midi entracte boissons bar places limitées réserver accessible rue gare bus adultes
      accompagnés apprendre matériel fourni débutants avancé séance expérience reconnue première saison invité
      collection nouvelles salles visite guidée vieille rendez-vous porte selon météo déjeuner compris gâteau bénéfices
      jeunesse questions discussion auteure lit roman quatuor joue œuvres siècle ensemble inscription possible`),
  },
  es: {
    ...spaced,
    titles: ['{kind} de {subject}', '{kind}: {subject} y {subject2}', 'Gran {kind} de {subject}', '{subject}, {kind}'],
    kinds: list(`Concierto Taller Mercado Exposición Conferencia Visita Festival Proyección Lectura Clase Encuentro
      Recital Feria Charla Paseo Curso Velada Ensayo Gala Espectáculo Desfile Seminario Cata Subasta`),
    subjects:
      list(`jazz jardín río niños otoño museo teatro puerto poesía invierno faroles cine danza coro cámara verano
      calle cocina familia noche barrio fotografía cerámica piano vino bicicleta primavera pueblo folclore ópera pan
      ciencia historia biblioteca montaña bosque orquesta ballet diseño libro queso acuarela castillo catedral archivo
      astronomía apicultura caligrafía clima café artesanía bordado moda flores cosecha isla mosaico setas huerto órgano
      alfarería títeres ferrocarril escultura telar violín`),
    words: list(`el la los las de y en a con para por un una que su nuestro todos es son será al del quien
      invitados noche música puertas apertura hora antes comienzo bienvenidos amigos entrada gratis escenario programa
      artistas ciudad sala tarde descanso bebidas plazas limitadas reserva accesible calle estación adultos acompañados
      aprender material incluido principiantes avanzado sesión experiencia premiada primera temporada invitada colección
      nuevas salas guiada casco antiguo cita puerta tiempo almuerzo incluido beneficios juventud preguntas debate autora
      lee novela cuarteto toca obras siglo juntos inscripción posible`),
  },
  'pt-br': {
    ...spaced,
    titles: ['{kind} de {subject}', '{kind}: {subject} e {subject2}', 'Grande {kind} de {subject}'],
    kinds: list(`Concerto Oficina Feira Exposição Palestra Visita Festival Sessão Leitura Aula Encontro Recital Roda
      Passeio Curso Noite Ensaio Gala Espetáculo Desfile Seminário Degustação Leilão`),
    subjects:
      list(`samba jardim rio crianças outono museu teatro porto poesia inverno lanternas cinema dança coral câmara
      verão rua cozinha família noite bairro fotografia cerâmica piano vinho bicicleta primavera aldeia folclore ópera pão
      ciência história biblioteca montanha floresta orquestra balé projeto livro queijo aquarela castelo catedral arquivo
      astronomia apicultura caligrafia clima café artesanato bordado moda flores colheita ilha mosaico cogumelos pomar`),
    words: list(`o a os as de e em com para por um uma que seu nosso todos é são será ao do da quem
      convidados noite música portas abertura hora antes início bem-vindos amigos ingresso grátis palco programa artistas
      cidade sala tarde intervalo bebidas vagas limitadas reserva acessível rua estação adultos acompanhados aprender
      material incluído iniciantes avançado sessão experiência premiada primeira temporada convidada coleção novas salas
      guiada centro antigo portão tempo almoço benefício juventude perguntas debate autora lê romance quarteto toca obras`),
  },
  bg: {
    ...spaced,
    titles: ['{kind}: {subject}', '{kind} – {subject}', '{subject} и {subject2}'],
    kinds: list(`Концерт Работилница Пазар Изложба Лекция Обиколка Фестивал Прожекция Четене Курс Среща Рецитал Панаир
      Беседа Разходка Вечер Репетиция Гала Спектакъл Парад Семинар Дегустация`),
    subjects:
      list(`джаз градина река деца есен музей театър пристанище поезия зима фенери кино танц хор лято улица кухня
      семейство нощ квартал фотография керамика пиано вино велосипед пролет село фолклор опера хляб наука история
      библиотека планина гора оркестър балет дизайн книга сирене акварел замък катедрала архив астрономия пчеларство`),
    words: list(`и на в за с от да се по ще са е до при към всички нашите вашите които този тази това
      гости вечер музика врати отваряне час преди начало добре_дошли приятели билет свободен вход сцена програма артисти
      град зала следобед почивка напитки места ограничени моля резервирайте рано достъпен улица гара възрастни учене
      материали осигурени начинаещи напреднали занятие опит награждаван първи сезон гост колекция нови зали стар`),
  },
  ja: {
    ...unspaced,
    titles: ['{subject}の{kind}', '{subject}と{subject2}の{kind}', '{kind}「{subject}」'],
    kinds:
      list(`コンサート ワークショップ 市場 展覧会 講演会 ツアー 祭り 上映会 朗読会 教室 集い 発表会 見本市 散歩 夕べ
      稽古 公演 行列 セミナー 試飲会`),
    subjects:
      list(`ジャズ 庭 川 子ども 秋 博物館 劇場 港 詩 冬 灯籠 映画 舞踊 合唱 室内楽 夏 街角 料理 家族 夜 町内 写真
      陶芸 ピアノ 日本酒 自転車 春 村 民謡 歌劇 パン 科学 歴史 図書館 山 森 管弦楽 茶道 書道 折り紙 紅葉 桜 城 温泉`),
    words:
      list(`は が の を に で と も から まで です ます こちら 皆様 私たち 開場 開演 一時間 前 歓迎 友人 入場 無料 舞台
      出演 地元 市内 会場 午後 休憩 飲み物 座席 予約 お早めに 入口 駅 徒歩 大人 同伴 学ぶ 材料 初心者 上級 講師 経験 受賞
      初めて 季節 特別 紹介 物語 作品 発見 新しい 部屋 案内 古い町 集合 天気 昼食 付き 質問 対談 作家 小説 四重奏 演奏`),
  },
  'zh-hans': {
    ...unspaced,
    titles: ['{subject}{kind}', '{subject}与{subject2}{kind}', '{kind}：{subject}'],
    kinds: list(`音乐会 工作坊 集市 展览 讲座 游览 节 放映会 朗读会 课程 聚会 独奏会 博览会 漫步 晚会 排练 演出 游行
      研讨会 品鉴会`),
    subjects:
      list(`爵士 花园 河流 儿童 秋天 博物馆 戏剧 港口 诗歌 冬天 灯笼 电影 舞蹈 合唱 室内乐 夏天 街头 美食 家庭 夜晚
      社区 摄影 陶瓷 钢琴 葡萄酒 自行车 春天 村庄 民歌 歌剧 面包 科学 历史 图书馆 山 森林 管弦乐 书法 茶艺 古琴 京剧`),
    words:
      list(`的 和 在 与 为 我们 您 所有 这 将 是 来自 一起 欢迎 朋友 家人 门票 免费 入场 舞台 节目 艺术家 本地 城市 大厅
      下午 休息 饮料 座位 有限 请 提前 预订 无障碍 入口 街道 车站 成人 陪同 学习 材料 提供 初学者 高级 老师 经验 获奖 首次
      季节 特别 嘉宾 介绍 故事 作品 发现 新 展厅 导览 老城 集合 天气 午餐 包括 提问 讨论 作家 小说 四重奏 演奏 世纪 当代`),
  },
};
