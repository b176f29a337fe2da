// @ts-check
// <kalends-calendar src="https://calendar.example/" view="list|month|cards" category="…" limit="…" lang="…">
// Renders events from the calendar's API in a shadow root. Data become text and attributes, never markup. The
// stylesheet is constructed, which a strict content security policy allows.
(() => {
  /** By language. The server puts the texts of the pages here. */
  const texts = '{texts}';
  const home = new URL('.', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  /** By calendar. The server puts its own zone here. */
  const zones = { [home]: '{siteZone}' };
  const filters = { category: 'categories', tag: 'tags', venue: 'venue', organizer: 'organizer', search: 'search' };
  const fields =
    'title,url,start_date,end_date,utc_end_date,timezone,all_day,language,featured,event_status,cost,venue.venue,venue.city,image';
  const mostPerDay = 3;
  const mostInList = 50;
  const currencies = new Set(Intl.supportedValuesOf('currency'));
  /** The server puts the pattern of the pages here. */
  const codedPrice = /{codedPrice}/g;

  /** The server puts the stylesheet here. */
  const styles = '{styles}';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);

  /** @param {string} tag @param {Record<string, unknown>} [attributes] @param {...(Node | string | false | undefined)} children */
  const element = (tag, attributes = {}, ...children) => {
    const created = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined && (value !== '' || name === 'alt')) created.setAttribute(name, String(value));
    created.append(...children.filter((child) => child !== undefined && child !== false && child !== ''));
    return created;
  };

  const codes = Object.keys(texts);
  /** `pt` is `pt-br`, `de-AT` is `de`. */
  const languageOf = (requested = '') => {
    const tag = requested.toLowerCase();
    return codes.find((code) => code === tag) ?? codes.find((code) => tag && code.split('-')[0] === tag.split('-')[0]);
  };
  const tagOf = (code) => (code === 'zh-hans' ? 'zh-Hans' : code === 'pt-br' ? 'pt-BR' : code);

  /** Wall clock times are formatted as if in UTC. */
  const instant = (wall) => new Date(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00:00'}Z`);
  const dayOf = (date) => date.toISOString().slice(0, 10);
  const addDays = (day, count) => dayOf(new Date(instant(day).getTime() + count * 86_400_000));
  const monthAfter = (month, count) => {
    const date = instant(`${month}-01`);
    date.setUTCMonth(date.getUTCMonth() + count);
    return dayOf(date).slice(0, 7);
  };
  /** In Sweden dates are written as in the API. Browsers do not know zones such as `UTC+5:30`. */
  const todayIn = (timeZone) => {
    try {
      return new Intl.DateTimeFormat('sv', { timeZone }).format();
    } catch {
      return new Intl.DateTimeFormat('sv').format();
    }
  };
  const isWeb = (url) => /^https?:\/\//.test(url);

  const read = async (url) => {
    const reply = await fetch(url, { credentials: 'omit' });
    const body = await reply.json();
    // A filter that matches no record is no error.
    if (!reply.ok && (reply.status !== 404 || body.code === 'rest_no_route'))
      throw new Error(`${reply.status} ${body.code}`);
    return body;
  };

  /** The zone of a calendar on another site is in the index of its API. */
  const zoneOf = async (calendar) =>
    (zones[calendar] ??= (await read(`${calendar}wp-json/?_fields=timezone_string`)).timezone_string);

  class KalendsCalendar extends HTMLElement {
    static observedAttributes = ['src', 'view', 'limit', 'lang', ...Object.keys(filters)];
    #month = '';
    #turn = 0;

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [sheet];
      // The fallback content of the page is visible until the first reply.
      root.append(element('slot'));
    }
    connectedCallback() {
      void this.#draw();
    }
    attributeChangedCallback() {
      if (this.isConnected) void this.#draw();
    }

    /** Attributes that change together cause one rendering; replies to outdated requests are discarded. */
    async #draw(focused = '') {
      const turn = ++this.#turn;
      await Promise.resolve();
      if (turn !== this.#turn) return;
      const root = /** @type {ShadowRoot} */ (this.shadowRoot);
      root.firstElementChild?.setAttribute('aria-busy', 'true');
      const view = this.getAttribute('view') ?? 'list';
      const asked = languageOf(this.getAttribute('lang') ?? '');
      const code = asked ?? languageOf(document.documentElement.lang) ?? languageOf(navigator.language) ?? 'en';
      const calendar = new URL(this.getAttribute('src') || home, document.baseURI).href.replace(/\/*$/, '/');
      const base = `${calendar}${code}/`;
      let content;
      try {
        const siteZone = await zoneOf(calendar);
        const today = todayIn(siteZone);
        this.#month ||= today.slice(0, 7);
        const found = await this.#load(base, view, today);
        const format = formats(tagOf(code), texts[code].corrections, siteZone);
        const context = { code, base, text: texts[code], format };
        content = view === 'month' ? this.#monthOf(found, context) : listOf(found, view, context);
      } catch (error) {
        console.error('kalends-calendar:', error);
        content = element('div', {}, element('slot'));
      }
      if (turn !== this.#turn) return;
      content.setAttribute('part', view);
      root.replaceChildren(content);
      if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[name=${focused}]`))?.focus();
    }

    async #load(base, view, today) {
      const query = new URLSearchParams();
      for (const [name, parameter] of Object.entries(filters))
        if (this.getAttribute(name)) query.set(parameter, /** @type {string} */ (this.getAttribute(name)));
      if (view === 'month') {
        query.set('from', `${this.#month}-01`);
        query.set('to', addDays(`${monthAfter(this.#month, 1)}-01`, -1));
        query.set('per_day', String(mostPerDay));
        return (await read(`${base}wp-json/calendar/events/v1/events/days?${query}`)).days ?? [];
      }
      const limit = Math.trunc(Number(this.getAttribute('limit')));
      query.set('_fields', `events.${fields.split(',').join(',events.')}`);
      const list = async (more) => {
        const values = new URLSearchParams([...query, ...Object.entries(more)]);
        return (await read(`${base}wp-json/calendar/events/v1/events?${values}`)).events ?? [];
      };
      const shown = limit > 0 ? Math.min(limit, mostInList) : 10;
      // Lists begin with the events that start today. A full hour lets caches answer.
      const hour = new Date(Date.now() - (Date.now() % 3_600_000)).toISOString();
      const [found, begun] = await Promise.all([
        list({ per_page: shown }),
        list({ per_page: mostInList, strict_dates: true, starts_before: hour, ends_after: hour }),
      ]);
      const coming = found.sort(byDay);
      const urls = new Set(coming.map(({ url }) => url));
      const ongoing = begun
        .filter(({ url, utc_end_date }) => !urls.has(url) && instant(utc_end_date).getTime() > Date.now())
        .map((event) => ({ ...event, ongoing: true }));
      const startsLater = ({ start_date }) => start_date.slice(0, 10) > today;
      const startsToday = (event) => !startsLater(event);
      return [...coming.filter(startsToday), ...ongoing, ...coming.filter(startsLater)].slice(0, shown);
    }

    /** `found` are the days of the month, with their first events and the number of all. */
    #monthOf(found, context) {
      const { format, text, base } = context;
      const month = this.#month;
      const step = (name, count, label) => {
        // The focus moves to a new button, whose description says which month is shown now.
        const button = element('button', { type: 'button', name, part: 'button', 'aria-describedby': 'month' }, label);
        button.addEventListener('click', () => {
          this.#month = monthAfter(this.#month, count);
          void this.#draw(name);
        });
        return button;
      };
      const byDate = new Map(found.map((day) => [day.date, day]));
      const first = addDays(`${month}-01`, -((instant(`${month}-01`).getUTCDay() - format.firstWeekday + 7) % 7));
      const days = [];
      for (let day = first; days.length % 7 > 0 || day.slice(0, 7) <= month; day = addDays(day, 1)) days.push(day);
      const heads = days.slice(0, 7).map((day) => element('th', { scope: 'col' }, format.weekday(instant(day))));
      const rows = [];
      for (let at = 0; at < days.length; at += 7)
        rows.push(element('tr', {}, ...days.slice(at, at + 7).map((day) => cellOf(day, byDate.get(day), context))));
      const name = format.month(instant(`${month}-01`));
      const heading = element('h2', { part: 'heading', id: 'month' }, name);
      const [previous, next] = [step('previous', -1, text.previous), step('next', 1, text.next)];
      const bar = element('div', { class: 'bar' }, previous, heading, next);
      const [head, body] = [element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows)];
      const table = element('table', { part: 'table', 'aria-label': name }, head, body);
      const note = found.every(({ total }) => total === 0) && element('p', {}, text.nothingHere);
      return section(context, bar, note, table, toCalendar(base, text));
    }
  }

  /** Days of the neighbouring months have no content. */
  function cellOf(day, content, { format, text, base, code }) {
    const { events = [], total = 0 } = content ?? {};
    const items = events.sort(byClock).map((event) => {
      const hasTime = !event.all_day && event.start_date.slice(0, 10) >= day;
      const time = hasTime ? `${startOf(event, format)} ` : '';
      const own = { part: 'event', class: stateOf(event) };
      return element('li', own, time, titleOf(event, code), badge(event, text));
    });
    const rest = total - items.length;
    const more = element('a', { href: `${base}events/${day}/` }, text.moreOnDay.replace('{count}', String(rest)));
    const weekday = element('span', { class: 'weekday' }, `${format.weekday(instant(day))} `);
    const label = element('time', { datetime: day, part: 'day' }, weekday, format.day(instant(day)));
    const classes = [!content && 'out', total === 0 && 'empty'].filter(Boolean).join(' ');
    const list = items.length > 0 && element('ul', {}, ...items);
    return element('td', { class: classes }, label, list, rest > 0 && more);
  }

  /** Order within a day: all-day events first, then by local start. */
  const byClock = (a, b) =>
    b.all_day - a.all_day || (a.start_date < b.start_date ? -1 : Number(a.start_date > b.start_date));

  /** Instants of events far apart may be in another order than their days. */
  const byDay = (a, b) => {
    const [one, other] = [a, b].map(({ start_date }) => start_date.slice(0, 10));
    return one === other ? byClock(a, b) : one < other ? -1 : 1;
  };

  const formats = (tag, corrections, siteZone) => {
    const format = (options) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    const formatted = (options) => {
      const formatter = format(options);
      return (date) =>
        corrections.reduce((text, [from, to]) => text.replace(new RegExp(from, 'gu'), to), formatter.format(date));
    };
    const locale = /** @type {any} */ (new Intl.Locale(tag));
    // The short form of a Bulgarian month is its number.
    const isNumbered = /^\d+$/.test(format({ month: 'short' }).format(0));
    return {
      siteZone,
      firstWeekday: ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7,
      weekday: formatted({ weekday: 'short' }),
      day: formatted({ day: 'numeric' }),
      shortMonth: formatted({ month: isNumbered ? 'long' : 'short' }),
      month: formatted({ month: 'long', year: 'numeric' }),
      brief: formatted({ day: 'numeric', month: isNumbered ? 'long' : 'short' }),
      full: formatted({ weekday: 'long', day: 'numeric', month: 'long' }),
      time: formatted({ hour: 'numeric', minute: '2-digit' }),
      /** `KES2750`, of which one pair of groups is the code and the number. */
      price: (all, before, amount, number, currency = before) => {
        if (!currencies.has(currency)) return all;
        const style = /** @type {const} */ ({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
        return new Intl.NumberFormat(tag, style).format(amount ?? number);
      },
    };
  };

  const section = ({ code, text }, ...children) =>
    element('section', { lang: tagOf(code), 'aria-label': text.calendarName }, ...children);

  const toCalendar = (base, text) =>
    element('p', { class: 'more' }, element('a', { href: `${base}events/`, part: 'link' }, text.toCalendar));

  /** With the city of a time zone other than the site's, as on its pages: `7:30 PM New York`. */
  const startOf = ({ start_date, timezone }, { time, siteZone }) => {
    const zone = timezone.replace(/^Etc\/GMT([+-])(?=[1-9])/, (_, sign) => (sign === '+' ? 'UTC-' : 'UTC+'));
    const city = zone.replace(/^.*\//, '').replaceAll('_', ' ');
    return time(instant(start_date)) + (timezone === siteZone ? '' : ` ${city}`);
  };

  const stateOf = ({ event_status }) => (event_status === 'canceled' ? 'canceled' : '');

  const titleOf = ({ title, url, language }, code) => {
    const lang = language && language !== code ? tagOf(language) : undefined;
    return element('a', { class: 'title', part: 'title', lang, href: isWeb(url) ? url : undefined }, title || '–');
  };

  function detailsOf(event, { format, text }) {
    const venue = [event.venue].flat()[0] ?? {};
    // An end at midnight does not extend to the day that begins then.
    const until = () => text.until.replace('{name}', format.brief(new Date(instant(event.end_date).getTime() - 1)));
    const hours = event.ongoing ? until() : event.all_day ? text.allDay : startOf(event, format);
    const place = [venue.venue, venue.city].filter(Boolean).join(', ');
    const cost = event.cost.replace(/^Free(?= –|$)/, text.free).replace(codedPrice, format.price);
    const parts = [hours, place && `\u2068${place}\u2069`, cost];
    return element('p', { class: 'soft', part: 'details' }, parts.filter(Boolean).join(' · '));
  }

  const badge = ({ event_status }, text) =>
    text.states[event_status] && element('span', { class: 'badge', part: 'state' }, ` ${text.states[event_status]}`);

  function listOf(events, view, context) {
    const { format, text, base, code } = context;
    const isCards = view === 'cards';
    const items = events.map((event) => {
      const date = instant(event.start_date);
      const datetime = event.start_date.replace(' ', 'T');
      const title = element('p', {}, titleOf(event, code), badge(event, text));
      const own = { part: 'event', class: stateOf(event) };
      if (isCards) {
        const day = element('time', { class: 'soft', datetime }, format.full(date));
        const body = element('div', { class: 'body' }, title, day, detailsOf(event, context));
        return element('li', own, pictureOf(event, format), body);
      }
      const number = element('b', {}, format.day(date));
      const month = element('span', { class: 'soft' }, format.shortMonth(date));
      const day = element('time', { class: 'date', part: 'day', datetime }, number, month);
      return element('li', own, day, element('div', {}, title, detailsOf(event, context)));
    });
    const content = items.length > 0 ? element('ul', {}, ...items) : element('p', {}, text.nothingHere);
    const whole = section(context, content, toCalendar(base, text));
    whole.classList.add(isCards ? 'cards' : 'list');
    return whole;
  }

  function pictureOf({ image, start_date }, format) {
    const { url = '', width, height } = image?.sizes?.medium_large ?? image ?? {};
    const none = { class: 'picture none', 'aria-hidden': 'true' };
    if (!isWeb(url)) return element('div', none, format.day(instant(start_date)));
    const own = { src: url, width, height, alt: '', loading: 'lazy', part: 'image' };
    return element('div', { class: 'picture' }, element('img', own));
  }

  if (!customElements.get('kalends-calendar')) customElements.define('kalends-calendar', KalendsCalendar);
})();
