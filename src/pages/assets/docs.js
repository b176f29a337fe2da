// Starts Swagger UI on the document that the page names. The server is taken from the address where the document was
// found, so that requests go the same way also behind a proxy that adds a path.
const { doc } = document.body.dataset;
const address = new URL(doc, document.baseURI);

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const setColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', setColours);
setColours();

fetch(address)
  .then((reply) => (reply.ok ? reply.json() : Promise.reject(new Error(`${address} answered ${reply.status}`))))
  .then((spec) => {
    globalThis.ui = globalThis.SwaggerUIBundle({
      spec: { ...spec, servers: [{ url: address.href.replace(/\/doc$/, '') }] },
      domNode: document.getElementById('ui'),
      presets: [globalThis.SwaggerUIBundle.presets.apis],
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
    document.getElementById('ui').textContent = `The documentation could not be loaded: ${error.message}`;
  });

const languages = document.getElementById('language');
languages.addEventListener('change', () => {
  // The operation that is open stays open.
  location.href = languages.value + location.hash;
});
