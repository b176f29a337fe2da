// @ts-check
// <your-time>: the time of an event in the visitor's time zone, if its offset differs from the event's when it starts or ends.
// Runs before the body is read, so that the text causes no layout shift. Firefox does not know `blocking="render"`.
/** By language tag. The server puts its corrections of the browser's formats here. */
const corrections = '{corrections}';

customElements.define(
  'your-time',
  class extends HTMLElement {
    connectedCallback() {
      const { start = '', end = '', offsets = '', label = '' } = this.dataset;
      const [first, last] = [new Date(start), new Date(end)];
      if ([first, last].map((moment) => -moment.getTimezoneOffset()).join(' ') === offsets) return;
      const { lang } = document.documentElement;
      const format = new Intl.DateTimeFormat(lang, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
      });
      const [before = '', after = ''] = label.split('{time}');
      const time = document.createElement('span');
      time.className = 'unbroken';
      time.textContent = corrections[lang].reduce(
        (text, [from, to]) => text.replace(new RegExp(from, 'gu'), to),
        format.formatRange(first, last),
      );
      this.replaceChildren(before, time, after);
    }
  },
);
