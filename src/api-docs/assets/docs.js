// Starts Swagger UI on the document that the page names. The server is taken from the URL where the document was
// found, so that requests go the same way also behind a proxy that adds a path.
const { doc } = document.body.dataset;
const url = new URL(doc, document.baseURI);

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const setColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', setColours);
setColours();

/**
 * The part of the document at this path, with what it refers to in place of references, and the parts of `allOf` merged.
 * Swagger UI itself resolves the whole document for each part: opening the page takes 4.4 s of processor time instead of
 * 0.9, and opening an operation 3.1 s instead of 0.6.
 */
async function resolveSubtree(document, path) {
  const at = (keys) => keys.reduce((node, key) => node?.[key], document);
  const resolve = (node, open) => {
    if (Array.isArray(node)) return node.map((each) => resolve(each, open));
    if (!isObject(node)) return node;
    const { $ref, allOf = [], ...rest } = node;
    // A schema that contains itself stays a reference there.
    if (open.includes($ref)) return node;
    const target = typeof $ref === 'string' ? resolve(at($ref.slice(2).split('/')), [...open, $ref]) : {};
    const members = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolve(value, open)]));
    return [...resolve(allOf, open), members].reduce(merge, target);
  };
  return { spec: resolve(at(path), []), errors: [] };
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other;
  const members = Object.entries(other).map(([key, value]) => [key, key in one ? merge(one[key], value) : value]);
  return { ...one, ...Object.fromEntries(members) };
}

/** What Swagger UI leaves out for screen readers and keyboards, in each part as soon as it is shown. */
function completeMarkup() {
  const set = (selector, name, read) => {
    for (const element of ui.querySelectorAll(`:is(${selector}):not([${name}])`))
      element.setAttribute(name, read(element));
  };
  // No level between the title and these.
  set('.opblock-tag, .models > h4', 'aria-level', () => 2);
  set('.opblock h4', 'aria-level', () => 3);
  set('[data-param-name] select', 'aria-label', (select) => select.closest('tr').dataset.paramName);
  set('.microlight', 'tabindex', () => 0);
}
const ui = document.getElementById('ui');
new MutationObserver(completeMarkup).observe(ui, { childList: true, subtree: true });

fetch(url)
  .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(`${url} answered ${reply.status}`))))
  .then((spec) => {
    globalThis.SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: url.href.replace(/\/doc$/, '') }] },
      domNode: ui,
      presets: [globalThis.SwaggerUIBundle.presets.apis],
      plugins: [{ fn: { resolveSubtree } }],
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      filter: true,
      persistAuthorization: false,
      showMutatedRequest: false,
      tryItOutEnabled: false,
      validatorUrl: null,
    });
  })
  .catch((error) => {
    ui.textContent = `The documentation could not be loaded: ${error.message}`;
  });

const languages = document.getElementById('language');
languages.addEventListener('change', () => {
  // The operation that is open stays open.
  location.href = languages.value + location.hash;
});
