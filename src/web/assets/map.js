// @ts-check
// Replaces the link to a map with the map when it is clicked. Nothing is loaded before.
(() => {
  const options = /** @type {HTMLScriptElement} */ (document.currentScript).dataset;

  /** @param {'link' | 'script'} tag @param {Record<string, string | undefined>} attributes */
  const load = (tag, attributes) =>
    new Promise((resolve, reject) => {
      const element = document.createElement(tag);
      Object.assign(element, attributes, { onload: resolve, onerror: reject });
      document.head.append(element);
    });

  /** @type {Promise<unknown> | undefined} */
  let loading;
  const loadLeaflet = () => {
    loading ??= Promise.all([
      load('link', { rel: 'stylesheet', href: options.stylesheet }),
      load('script', { src: options.leaflet }),
    ]);
    return loading;
  };

  /** @param {HTMLAnchorElement} link */
  async function draw(link) {
    const box = document.createElement('div');
    box.className = 'map';
    box.role = 'region';
    box.ariaLabel = link.textContent;
    link.replaceWith(box);
    try {
      await loadLeaflet();
    } catch {
      location.assign(link.href);
      return;
    }
    const leaflet = /** @type {any} */ (globalThis).L;
    const place = [Number(link.dataset.latitude), Number(link.dataset.longitude)];
    const map = leaflet.map(box, { scrollWheelZoom: false, zoomControl: false }).setView(place, 16);
    map.attributionControl.setPrefix(false);
    leaflet.control.zoom({ zoomInTitle: options.zoomIn, zoomOutTitle: options.zoomOut }).addTo(map);
    leaflet.tileLayer(options.tiles, { attribution: options.attribution, maxZoom: 19 }).addTo(map);
    leaflet
      .circleMarker(place, { radius: 10, weight: 4, fillOpacity: 0.5, className: 'place', interactive: false })
      .addTo(map);
    box.focus();
  }

  document.addEventListener('click', (event) => {
    const link = /** @type {Element} */ (event.target).closest('a[data-latitude]');
    // A link that is opened in another tab leads to the map on the other site.
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void draw(link);
  });
})();
