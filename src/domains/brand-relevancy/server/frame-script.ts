/**
 * The script of a measured frame. MRC: a display ad was seen when half of its pixels were in view for one second without
 * a break, or 30 % of one of 242,500 pixels and more. It tells the page it was sold for from the one it stands on, and
 * whether a program drives the browser. Written for browsers as old as those that know IntersectionObserver; without it
 * nobody can say what was seen, and the showing alone is reported.
 */
const SCRIPT = `(function () {
  var own = document.currentScript, sent = {};
  if (!own) return;
  var passed = (own.src.split('?')[1] || '').replace(/(^|&)s=[^&]*/, '');
  var page = '';
  try {
    var around = location.ancestorOrigins;
    page = window.top === window ? location.href : around && around.length ? around[around.length - 1] : document.referrer;
  } catch (e) { page = document.referrer; }
  function tell(event) {
    if (sent[event]) return;
    sent[event] = true;
    new Image().src = ADDRESSES[event] + (passed ? '&' + passed.replace(/^&/, '') : '') +
      '&u=' + encodeURIComponent(page.slice(0, 1500)) + (navigator.webdriver ? '&wd=1' : '');
  }
  tell('impression');
  var ad = own.parentElement === document.head ? document.body : own.parentElement;
  if (!ad || !window.IntersectionObserver) return;
  var width = Number(own.getAttribute('data-width')) || ad.offsetWidth, height = Number(own.getAttribute('data-height')) || ad.offsetHeight;
  var share = width * height >= 242500 ? 0.3 : 0.5, timer = 0, seen = false;
  function look() {
    var on = seen && document.visibilityState === 'visible';
    if (on && !timer) timer = setTimeout(function () { tell('viewable'); watch.disconnect(); }, 1000);
    if (!on && timer) { clearTimeout(timer); timer = 0; }
  }
  var watch = new IntersectionObserver(function (entries) {
    seen = entries[entries.length - 1].intersectionRatio >= share;
    look();
  }, { threshold: [0, 0.3, 0.5, 1] });
  watch.observe(ad);
  document.addEventListener('visibilitychange', look);
})();
`;

/** The script with the addresses it reports to, which stand in it as data. */
export const frameScript = (addresses: Readonly<Record<'impression' | 'viewable', string>>): string =>
  SCRIPT.replace('ADDRESSES[event]', () => `${JSON.stringify(addresses).replaceAll('<', '\\u003c')}[event]`);
