// Small builders for scenario steps. A scenario file may also spell steps out by hand.

/** A complete event body; the day is far in the future. */
export const event = (title, extra = {}) => ({ title, start_date: '2031-03-12 10:00:00', end_date: '2031-03-12 12:00:00', ...extra });

/** A step that sends JSON. `save` is a name for the new record's id, or a map name -> path. */
export const post = (path, json, save, extra = {}) => step('POST', path, { json, ...saving(save), ...extra });
export const put = (path, json, extra = {}) => step('PUT', path, { json, ...extra });
export const patch = (path, json, extra = {}) => step('PATCH', path, { json, ...extra });
export const del = (path, extra = {}) => step('DELETE', path, extra);
/** A read, without credentials unless `as` is given. */
export const get = (path, query, extra = {}) => ({ as: null, method: 'GET', path, ...(query ? { query } : {}), ...extra });

function step(method, path, extra) { return { as: 'admin', method, path, ...extra }; }
function saving(save) { return save ? { save: typeof save === 'string' ? { [save]: 'id' } : save } : {}; }

/** Shorthands for `expectOnly`: which records, how many, which links to further pages. */
export const members = (key) => [`${key}.*.id`, 'total', 'total_pages'];
export const paging = (key) => [...members(key), 'rest_url', 'next_rest_url', 'previous_rest_url'];

/** A window which contains all of 2031. */
export const year = (extra = {}) => ({ start_date: '2031-01-01 00:00:00', end_date: '2031-12-31 23:59:59', ...extra });

// ---- where the service deliberately differs from the reference: D1… of docs/compatibility.md ----------

/**
 * Lays differences over the steps of a file: {scenario: {steps: keys for the step}}, steps counted
 * from 1 as in the runner's reports: '4', '2-5', '1,3'. A key that matches nothing is an error.
 */
export function decided(file, table) {
  for (const [name, changes] of Object.entries(table)) {
    const scenario = file.scenarios.find((s) => s.name === name);
    if (!scenario) throw new Error(`no scenario "${name}"`);
    for (const [where, keys] of Object.entries(changes)) {
      for (const part of where.split(',')) {
        const [from, to = from] = part.split('-').map(Number);
        for (let n = from; n <= to; n++) {
          if (!scenario.steps[n - 1]) throw new Error(`${name}: no step ${n}`);
          scenario.steps[n - 1] = { ...scenario.steps[n - 1], ...keys };
        }
      }
    }
  }
  return file;
}
export const differ = (reason, expect, more = {}) => ({ deviation: reason, expect, ...more });
const jsonType = { 'content-type': 'application/json' };

/** 400 which names at least these parameters. */
export const invalid = (reason, ...names) => differ(reason, { status: 400, body: { code: 'rest_invalid_param', 'data.status': 400, 'data.params': { $keys: names } } });
/** 404 of an unknown event, venue, organizer, category or tag. */
export const unknown = (kind) => differ('an id or slug that is unknown, or of another kind, is not found (D5)', { status: 404, body: { code: `rest-${kind}-not-found`, 'data.status': 404 } });
/** 401 for nobody, with the schemes on offer; 403 for somebody. */
export const forbidden = (status, reason = 'rights are checked before parameters (D1)') => differ(reason, { status, ...(status === 401 ? { headers: { ...jsonType, 'www-authenticate': '<present>' } } : {}), body: { code: 'rest_forbidden', 'data.status': status } });
export const challenged = differ('a 401 names the ways to sign in (D8)', { headers: { ...jsonType, 'www-authenticate': '<present>' } });
export const located = differ('a 201 names the URL of the new record (D8)', { headers: { ...jsonType, location: '<url>/{id}' } });
export const allows = (methods) => differ('an unknown method on a known path comes with a correct Allow header (D7)', { headers: { ...jsonType, allow: methods } });
/** Exactly these records in this order, on one page. */
export const lists = (reason, key, ...names) => differ(reason, { status: 200, headers: { ...jsonType, 'x-tec-total': String(names.length), 'x-tec-totalpages': names.length ? '1' : '0' }, body: { [key]: names.map((n) => ({ id: `{${n}}` })), total: names.length } });
/** Totals that depend on what earlier steps have left are not compared. */
export const totalsFree = (headers = {}) => differ('totals depend on earlier steps, some of which are accepted here (D3, D4)', { headers: { ...jsonType, ...headers } });
export const absent = { $absent: true };
export const termShape = (taxonomy, at = '') => ({ [`${at}taxonomy`]: taxonomy, [`${at}term_group`]: absent, [`${at}term_taxonomy_id`]: absent, [`${at}filter`]: absent, [`${at}meta`]: absent, [`${at}_links`]: absent });
