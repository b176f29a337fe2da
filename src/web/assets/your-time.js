// @ts-check
// <your-time>: when an event takes place by the reader's clock, where that differs from the event's at that moment.
// Runs before the page is drawn (`blocking="render"`), so that the element has its text when it appears and nothing moves.
customElements.define(
  'your-time',
  class extends HTMLElement {
    connectedCallback() {
      const { start = '', end = '', offset, label = '' } = this.dataset;
      const first = new Date(start);
      if (-first.getTimezoneOffset() === Number(offset)) return;
      const format = new Intl.DateTimeFormat(document.documentElement.lang, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
      });
      this.textContent = label.replace('{time}', () => format.formatRange(first, new Date(end)));
    }
  },
);
