// Spreadsheets from other programs and people.
import { describe, expect, test } from 'vitest';
import type { FileOptions } from '../../../src/import/types.ts';
import { contentsOf, importText } from '../ical/support.ts';
import { openTestCalendar, remarksOf } from '../support.ts';

async function imported(text: string | Buffer, files: Partial<FileOptions> = {}, name = 'town.csv') {
  const calendar = await openTestCalendar();
  const { report } = await importText(calendar, text, { files }, name);
  const again = await importText(calendar, text, { files }, name);
  expect(again.report.counts.events).toMatchObject({ created: 0, updated: 0 });
  const contents = await contentsOf(calendar);
  const shown = contents.events.map(({ texts, start_date, end_date, all_day }) =>
    [texts['en']?.title, String(start_date).slice(0, 16), String(end_date).slice(0, 16), all_day ? 'all day' : '']
      .join(' ')
      .trim(),
  );
  return { ...contents, shown, report };
}

const lines = (...some: string[]) => `${some.join('\r\n')}\r\n`;

const google = lines(
  'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private',
  'Board meeting,05/28/2027,7:00 PM,05/28/2027,9:30 PM,False,Agenda,"12 High Street, Newtown",True',
  'Summer fair,06/01/2027,,06/02/2027,,True,,Town Hall,False',
);

const outlookHead =
  '"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Reminder Date","Reminder Time","Meeting Organizer","Required Attendees","Categories","Description","Location","Private","Sensitivity","Show time as"';
const outlook = lines(
  outlookHead,
  '"Market day","6/13/2027","12:00:00 AM","6/14/2027","12:00:00 AM","True","False","6/12/2027","6:00:00 PM","Ann","","Markets;Family","","Old Mill","False","Normal","3"',
  '"Choir","6/14/2027","7:30:00 PM","6/14/2027","9:00:00 PM","False","False","","","","","","","","False","Normal","2"',
);

describe('exports of other calendars', () => {
  test('An export of Google Calendar is read, and private events stay private', async () => {
    const { shown, events, venues, report } = await imported(google);
    expect(shown).toEqual([
      'Board meeting 2027-05-28 19:00 2027-05-28 21:30',
      'Summer fair 2027-06-01 00:00 2027-06-02 23:59 all day',
    ]);
    expect(events.map(({ status }) => status)).toEqual(['private', 'publish']);
    expect(venues.map(({ texts }) => texts['en']?.title)).toEqual(['12 High Street, Newtown', 'Town Hall']);
    expect(remarksOf(report.notes)).toEqual({
      'has ambiguous dates; other rows show their order': ['the file: 06/01/2027 is read as mdy'],
    });
  });

  test('An export of Outlook is read; its all-day events end at the midnight after them', async () => {
    const { shown, categories, organizers } = await imported(outlook);
    expect(shown).toEqual([
      'Market day 2027-06-13 00:00 2027-06-13 23:59 all day',
      'Choir 2027-06-14 19:30 2027-06-14 21:00',
    ]);
    expect(categories.map(({ texts }) => (texts['en'] as unknown as { name: string }).name)).toEqual([
      'Markets',
      'Family',
    ]);
    // The owner of the calendar is not published.
    expect(organizers).toEqual([]);
  });

  test.each([
    [
      'de',
      'Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Kategorien;Beschreibung;Ort',
      ['13.6.2027;00:00:00;14.6.2027;00:00:00;Wahr', '14.6.2027;19:30:00;14.6.2027;21:00:00;Falsch'],
    ],
    [
      'fr',
      'Objet;Début;Début;Fin;Fin;Journée entière;Catégories;Description;Emplacement',
      ['13/06/2027;00:00:00;14/06/2027;00:00:00;Vrai', '14/06/2027;19:30:00;14/06/2027;21:00:00;Faux'],
    ],
    [
      'es',
      'Asunto;Fecha de comienzo;Comienzo;Fecha de finalización;Finalización;Todo el día;Categorías;Descripción;Ubicación',
      ['13/06/2027;0:00:00;14/06/2027;0:00:00;Verdadero', '14/06/2027;19:30:00;14/06/2027;21:00:00;Falso'],
    ],
    [
      'pt-br',
      'Assunto;Data de início;Hora de início;Data de término;Hora de término;O dia inteiro;Categorias;Descrição;Local',
      ['13/06/2027;00:00:00;14/06/2027;00:00:00;Verdadeiro', '14/06/2027;19:30:00;14/06/2027;21:00:00;Falso'],
    ],
    [
      'bg',
      'Тема;Начална дата;Начален час;Крайна дата;Краен час;Целодневно събитие;Категории;Описание;Местоположение',
      ['13.06.2027;00:00;14.06.2027;00:00;Истина', '14.06.2027;19:30 ч.;14.06.2027;21:00 ч.;Лъжа'],
    ],
    [
      'ja',
      '件名;開始日;開始時刻;終了日;終了時刻;終日イベント;分類項目;内容;場所',
      ['2027/06/13;0:00:00;2027/06/14;0:00:00;はい', '2027年6月14日;19時30分;2027/06/14;午後9:00;いいえ'],
    ],
    [
      'zh-hans',
      '主题;开始日期**;开始时间;结束日期;结束时间;全天事件;类别;说明;地点**',
      ['2027/6/13;0:00:00;2027/6/14;0:00:00;是', '2027年6月14日;下午7:30;2027/6/14;21:00:00;否'],
    ],
  ])('A table with the columns of Outlook and headings in %s is read', async (_, head, [day, evening]) => {
    const { shown, venues, categories, report } = await imported(
      lines(head, `Market day;${day};Markets;;Old Mill`, `Choir;${evening};;;`),
    );
    expect(shown).toEqual([
      'Market day 2027-06-13 00:00 2027-06-13 23:59 all day',
      'Choir 2027-06-14 19:30 2027-06-14 21:00',
    ]);
    expect([venues.length, categories.length, report.notes]).toEqual([1, 1, []]);
  });

  test('A file for the importer of The Events Calendar is read', async () => {
    const text = lines(
      'EVENT NAME,EVENT VENUE NAME,EVENT ORGANIZER NAME(S) OR ID(S),EVENT START DATE,EVENT START TIME,EVENT END DATE,EVENT END TIME,TIMEZONE,ALL DAY EVENT,HIDE FROM EVENT LISTINGS,STICKY IN MONTH VIEW,EVENT CATEGORY,EVENT TAGS,EVENT COST,EVENT CURRENCY SYMBOL,EVENT WEBSITE,FEATURED EVENT,EVENT DESCRIPTION',
      'Fair,Town Hall,"Ann, Ben",2027-06-01,10:00:00,2027-06-01,18:00:00,Europe/Berlin,FALSE,FALSE,TRUE,"Markets, Family","open air, free",5,€,https://fair.example,TRUE,All welcome',
      'Feast,Town Hall,,2027-06-05,,2027-06-06,,Europe/Berlin,TRUE,,,,,,,,,',
    );
    const { shown, events, organizers, categories, tags, report } = await imported(text);
    expect(shown).toEqual([
      'Fair 2027-06-01 10:00 2027-06-01 18:00',
      'Feast 2027-06-05 00:00 2027-06-06 23:59 all day',
    ]);
    expect(events[0]).toMatchObject({ timezone: 'Europe/Berlin', sticky: true, featured: true, cost: '€5' });
    expect([organizers.length, categories.length, tags.length]).toEqual([2, 2, 2]);
    expect(report.notes).toEqual([]);
  });

  test('A list of Eventbrite is read, with its long ids and its statuses', async () => {
    const text = lines(
      'Event ID,Event Name,Event Status,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Timezone,Venue Name,City,Event URL,Organizer Name',
      '123456789012,Jazz night,Live,2027-06-01,19:00,2027-06-01,23:00,America/Chicago,Old Mill,Springfield,https://tickets.example/e/1,Ann',
      '123456789013,Blues night,Canceled,2027-06-02,19:00,2027-06-02,23:00,America/Chicago,Old Mill,Springfield,https://tickets.example/e/2,Ann',
    );
    const { events, venues } = await imported(text);
    expect(events).toMatchObject([
      { external_id: '123456789012', status: 'publish', event_status: 'scheduled', timezone: 'America/Chicago' },
      { external_id: '123456789013', status: 'publish', event_status: 'canceled' },
    ]);
    expect(venues).toMatchObject([{ city: 'Springfield' }]);
  });
});

describe('handmade spreadsheets', () => {
  test.each<[string, string | Buffer, string[]]>([
    [
      'a title above the headings',
      'Events of the town 2027;;\r\n\r\nDatum;Uhrzeit;Titel\r\n1.6.2027;19.30 Uhr;Choir\r\n',
      ['Choir 2027-06-01 19:30 2027-06-01 19:30'],
    ],
    ['days alone', 'Date,Title\n2027-06-01,Fair\n', ['Fair 2027-06-01 00:00 2027-06-01 23:59 all day']],
    [
      'days that are switched to hours',
      'Date,Title,All day\n2027-06-01,Fair,no\n',
      ['Fair 2027-06-01 00:00 2027-06-01 00:00'],
    ],
    [
      'a day and a range of times',
      'Date,Time,Event\n2027-06-01,7-9 pm,Choir\n2027-06-02,10:00 – 12:30,Walk\n',
      ['Choir 2027-06-01 19:00 2027-06-01 21:00', 'Walk 2027-06-02 10:00 2027-06-02 12:30'],
    ],
    [
      'a time alone as the end',
      'Start,End,Title\n2027-06-01 10:00,12:00,Walk\n',
      ['Walk 2027-06-01 10:00 2027-06-01 12:00'],
    ],
    [
      'an end after midnight',
      'Date,From,To,Title\n2027-06-01,21:00,2:00,Dance\n',
      ['Dance 2027-06-01 21:00 2027-06-02 02:00'],
    ],
    [
      'start and end in one cell',
      'Datum;Titel\n12.06.2027 - 14.06.2027;Fest\n12.06.2027 bis 13.06.2027;Markt\n12.06.2027, 19.00–22.00 Uhr;Chor\n12.06.2027 20:00 – 13.06.2027 02:00;Ball\n2027年6月12日～2027年6月14日;祭\n12.06.2027 - 19:30;Lauf\n',
      [
        'Fest 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Markt 2027-06-12 00:00 2027-06-13 23:59 all day',
        'Chor 2027-06-12 19:00 2027-06-12 22:00',
        'Ball 2027-06-12 20:00 2027-06-13 02:00',
        '祭 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Lauf 2027-06-12 19:30 2027-06-12 19:30',
      ],
    ],
    [
      'days of one month or year in one cell',
      'Datum;Titel\n12.–14. Juni 2027;Fest\n12.-14.06.2027;Markt\n12 – 14 juin 2027;Bal\nJune 12-14, 2027;Fair\n28. Mai – 3. Juni 2027;Messe\n28.05. – 03.06.2027;Schau\n',
      [
        'Fest 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Markt 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Bal 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Fair 2027-06-12 00:00 2027-06-14 23:59 all day',
        'Messe 2027-05-28 00:00 2027-06-03 23:59 all day',
        'Schau 2027-05-28 00:00 2027-06-03 23:59 all day',
      ],
    ],
    [
      'an end at the end of the day',
      'Datum;Zeit;Titel;Ganztägig\n1.6.2027;20–24 Uhr;Ball;nein\n2.6.2027;0–24 Uhr;Markt;ja\n',
      ['Ball 2027-06-01 20:00 2027-06-02 00:00', 'Markt 2027-06-02 00:00 2027-06-02 23:59 all day'],
    ],
    [
      'an end that is a later day',
      'Start,End,Title\n2027-06-01 10:00,2027-06-03,Camp\n',
      ['Camp 2027-06-01 10:00 2027-06-03 23:59'],
    ],
    [
      'an end that is the day of the start',
      'Start,End,Title\n2027-06-01 10:00,2027-06-01,Walk\n',
      ['Walk 2027-06-01 10:00 2027-06-01 10:00'],
    ],
    [
      'all-day events that end at the midnight after them',
      'Title,Start Date,Start Time,End Date,End Time,All Day\nFair,2027-06-01,0:00,2027-06-02,0:00,yes\n',
      ['Fair 2027-06-01 00:00 2027-06-01 23:59 all day'],
    ],
    [
      'spaces behind its last column',
      'Title,Date\nFair,2027-06-01, \n',
      ['Fair 2027-06-01 00:00 2027-06-01 23:59 all day'],
    ],
    [
      'quotes that Google Sheets leaves as they are between tabs',
      'Title\tDate\nThe "old" mill\t2027-06-01\n"Faust" and "Egmont"\t2027-06-02\n"A ""quoted"" cell"\t2027-06-03\n',
      [
        'The "old" mill 2027-06-01 00:00 2027-06-01 23:59 all day',
        '"Faust" and "Egmont" 2027-06-02 00:00 2027-06-02 23:59 all day',
        'A "quoted" cell 2027-06-03 00:00 2027-06-03 23:59 all day',
      ],
    ],
    [
      'hours under headings of two words',
      'Titel;Datum;Uhrzeit Beginn;Uhrzeit Ende\nFest;1.6.2027;19:30;22:00\n',
      ['Fest 2027-06-01 19:30 2027-06-01 22:00'],
    ],
    [
      'years of the Japanese era',
      'タイトル,開始日\n祭,令和9年6月1日\n市,令和9年6月2日(水) 10:30\n古,令和元年5月1日\n',
      [
        '祭 2027-06-01 00:00 2027-06-01 23:59 all day',
        '市 2027-06-02 10:30 2027-06-02 10:30',
        '古 2019-05-01 00:00 2019-05-01 23:59 all day',
      ],
    ],
    ['no end', 'Start,End,Title\n2027-06-01 10:00,,Walk\n', ['Walk 2027-06-01 10:00 2027-06-01 10:00']],
    [
      'days and times as numbers',
      'Title;Date;Time\nFair;46539;0,4375\nWalk;46540,75;\nRide;46540,999999;\nFeast;46541;\n',
      [
        'Fair 2027-06-01 10:30 2027-06-01 10:30',
        'Walk 2027-06-02 18:00 2027-06-02 18:00',
        'Ride 2027-06-03 00:00 2027-06-03 00:00',
        'Feast 2027-06-03 00:00 2027-06-03 23:59 all day',
      ],
    ],
    [
      'times on day 0 of a calendar',
      'Title,Date,Time\nFair,2027-06-01 00:00:00,1899-12-30 10:30:00\n',
      ['Fair 2027-06-01 10:30 2027-06-01 10:30'],
    ],
    [
      'years of two digits',
      'Title,Date\nFair,06/13/27\nOld,14.06.98\n',
      ['Fair 2027-06-13 00:00 2027-06-13 23:59 all day', 'Old 1998-06-14 00:00 1998-06-14 23:59 all day'],
    ],
    [
      'names of months',
      'Titel;Datum\nFest;Sa., 12. Juni 2027 um 19:30 Uhr\nMarkt;1. Jänner 2027\nBal;3 juill. 2027 à 20h30\nFeira;1º de maio de 2027\nПразник;24 май 2027 г.\nПанаир;4 авг. 2027 г. 19,30 ч.\nMesse;14. Mrz 27\n',
      [
        'Fest 2027-06-12 19:30 2027-06-12 19:30',
        'Markt 2027-01-01 00:00 2027-01-01 23:59 all day',
        'Bal 2027-07-03 20:30 2027-07-03 20:30',
        'Feira 2027-05-01 00:00 2027-05-01 23:59 all day',
        'Празник 2027-05-24 00:00 2027-05-24 23:59 all day',
        'Панаир 2027-08-04 19:30 2027-08-04 19:30',
        'Messe 2027-03-14 00:00 2027-03-14 23:59 all day',
      ],
    ],
    [
      'weekdays, as people and spreadsheets write them',
      'Title;Date\nFest;Samstag, den 12. Juni 2027 um 20 Uhr\nBal;Le samedi 12.06.2027\nBaile;sábado, 12 de junho de 2027 às 20h\nFeira;sexta-feira, 11 de junho de 2027\n祭;2027年6月12日土曜日 19:30\n市;2027/6/12(土)\n节;2027年6月12日 星期六 下午7:30\nПразник;събота, 12 юни 2027 г. в 19:30 ч.\n',
      [
        'Fest 2027-06-12 20:00 2027-06-12 20:00',
        'Bal 2027-06-12 00:00 2027-06-12 23:59 all day',
        'Baile 2027-06-12 20:00 2027-06-12 20:00',
        'Feira 2027-06-11 00:00 2027-06-11 23:59 all day',
        '祭 2027-06-12 19:30 2027-06-12 19:30',
        '市 2027-06-12 00:00 2027-06-12 23:59 all day',
        '节 2027-06-12 19:30 2027-06-12 19:30',
        'Празник 2027-06-12 19:30 2027-06-12 19:30',
      ],
    ],
    [
      'short names of months between dashes, as Excel writes them',
      'Title,Date\nFair,2-Oct-27\nOld,31-Dec-1998 7:30 PM\nFest,02.Okt.27\n',
      [
        'Fair 2027-10-02 00:00 2027-10-02 23:59 all day',
        'Old 1998-12-31 19:30 1998-12-31 19:30',
        'Fest 2027-10-02 00:00 2027-10-02 23:59 all day',
      ],
    ],
    [
      'the Bulgarian word for year',
      'Заглавие;Начална дата\nПразник;2.10.2027 г.\nПанаир;12.10.2027 г. 18:00\n',
      ['Празник 2027-10-02 00:00 2027-10-02 23:59 all day', 'Панаир 2027-10-12 18:00 2027-10-12 18:00'],
    ],
    [
      'two columns with the same meaning',
      'Title,Date,Name\nFair,2027-06-01,Other\n',
      ['Fair 2027-06-01 00:00 2027-06-01 23:59 all day'],
    ],
    [
      'UTF-16 and tabs',
      Buffer.from('\ufeffTítulo\tFecha\tHora\r\nFeria\t25/06/2027\t10:00 h\r\n', 'utf16le'),
      ['Feria 2027-06-25 10:00 2027-06-25 10:00'],
    ],
    [
      'Shift-JIS, as Outlook writes Japanese',
      // 件名,開始日,開始時刻 / 祭
      Buffer.from('8c8f96bc2c8a4a8e6e93fa2c8a4a8e6e8e9e8d8f0d0a8dd52c323032372f30362f32352c31393a33300d0a', 'hex'),
      ['祭 2027-06-25 19:30 2027-06-25 19:30'],
    ],
    [
      'Windows-1252',
      Buffer.from('Titre;Date de d\xe9but;Heure de d\xe9but\r\nF\xeate;25/06/2027;19h30\r\n', 'latin1'),
      ['Fête 2027-06-25 19:30 2027-06-25 19:30'],
    ],
  ])('A sheet with %s is read', async (_, text, expected) => {
    expect((await imported(text)).shown).toEqual(expected);
  });

  test('A time that cannot be read is an error of its column', async () => {
    await expect(imported('Date,Time,Title\n2027-06-01,late,Dance\n')).rejects.toThrow(
      'line 2: start_time is not a time: "late"',
    );
  });

  test('A spreadsheet without a file extension is recognised by its headings', async () => {
    expect((await imported(google, {}, 'town')).shown).toHaveLength(2);
  });

  test('An end on a day before the start is an error of its row', async () => {
    const text = 'Start,End,Title\n2027-06-02 10:00,2027-06-01 12:00,Walk\n2027-06-03,,Fair\n';
    await expect(imported(text)).rejects.toThrow('line 2: end_date is before start_date');
    const { shown, report } = await imported(text, { skipInvalid: true });
    expect(shown).toHaveLength(1);
    expect(remarksOf(report.skipped)).toEqual({
      'end_date is before start_date': ['event "Walk" in line 2: 2027-06-01 12:00:00'],
    });
  });
});

describe('the order of day, month and year', () => {
  const open = 'title,date\nFair,03/04/2027\nWalk,05/05/2027\n';

  test.each<[FileOptions['dates'], string]>([
    ['dmy', '2027-04-03'],
    ['mdy', '2027-03-04'],
  ])('--dates %s determines the meaning of 03/04/2027', async (dates, day) => {
    expect((await imported(open, { dates })).shown[0]).toBe(`Fair ${day} 00:00 ${day} 23:59 all day`);
  });

  test('A sheet with ambiguous dates is refused, and the message gives the first such row', async () => {
    await expect(imported(open)).rejects.toThrow(
      'town.csv has ambiguous dates: "03/04/2027" in line 2 may mean 2027-04-03 (--dates dmy) or 2027-03-04 (--dates mdy).',
    );
  });

  test('A terminal asks for each meaning of the first ambiguous date, until one is confirmed', async () => {
    const calendar = await openTestCalendar();
    const questions: string[] = [];
    const confirm = async (question: string) => questions.push(question) === 2;
    const { report } = await importText(calendar, open, { confirm }, 'town.csv');
    expect(questions).toEqual([
      'town.csv: does "03/04/2027" in line 2 mean 2027-04-03?',
      'town.csv: does "03/04/2027" in line 2 mean 2027-03-04?',
    ]);
    expect((await contentsOf(calendar)).events[0]).toMatchObject({ start_date: '2027-03-04 00:00:00' });
    expect(report.notes).toEqual([]);
    await expect(importText(calendar, open, { confirm: async () => false }, 'town.csv')).rejects.toThrow('--dates dmy');
  });

  test('A sheet with dates in different orders is refused, unless an option determines the order', async () => {
    const mixed = 'title,date\nFair,03/04/2027\nWalk,13/04/2027\nFeast,04/13/2027\n';
    await expect(imported(mixed)).rejects.toThrow('"13/04/2027" in line 3 and "04/13/2027" in line 4');
    await expect(imported(mixed, { dates: 'dmy' })).rejects.toThrow(
      'line 4: start_date is not a date: "04/13/2027 (read as day, month, year)"',
    );
  });

  test('Numbers that are a date in no order are reported as the sheet has them', async () => {
    for (const date of ['2027-02-30', '2027/13/01 10:00', '40/40/2027'])
      await expect(imported(`title,date\nFair,${date}\n`)).rejects.toThrow(
        `line 2: start_date is not a date: "${date}"`,
      );
  });
});
