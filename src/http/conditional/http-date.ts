/** `Mon, 01 Mar 2027 12:00:00 GMT` */
export const formatHttpDate = (seconds: number): string => new Date(seconds * 1000).toUTCString();

// The three forms of RFC 9110, 5.6.7: the one in use, that of RFC 850, and that of asctime.
const forms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** UTC seconds; `undefined` for anything else, so that an invalid header is ignored. */
export function parseHttpDate(text: string): number | undefined {
  if (!forms.some((form) => form.test(text))) return undefined;
  const milliseconds = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
