/**
 * The script of a measured frame. MRC: a display ad was seen when half of its pixels were in view for one second without
 * a break, or 30 % of one of 242,500 pixels and more. It tells the page it was sold for from the one it stands on, and
 * whether a program drives the browser. Written for browsers as old as those that know IntersectionObserver; without it
 * nobody can say what was seen, and the showing alone is reported. Where the browser itself says whether anything lies
 * over the ad or makes it transparent, also outside of this page, that goes along: it counts nothing and takes nothing
 * away, for such a browser says no rather than a wrong yes.
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
  var ad = own.parentElement === document.head ? document.body : own.parentElement;
  // Of a frame its own size, which is what of it can be seen; known before anything in it has loaded.
  function size() {
    if (window.top !== window && (!ad || ad === document.body)) return [innerWidth, innerHeight];
    var box = ad ? ad.getBoundingClientRect() : { width: 0, height: 0 };
    return [box.width, box.height];
  }
  // What is as good as transparent, as far up as this page may look.
  function clear() {
    for (var part = ad, left = 1; part; part = part.parentElement) {
      var style = getComputedStyle(part);
      left *= Number(style.opacity);
      if (style.visibility === 'hidden' || left < 0.1) return true;
    }
    return false;
  }
  function tell(event, more) {
    if (sent[event]) return;
    sent[event] = true;
    new Image().src = ADDRESSES[event] + (passed ? '&' + passed.replace(/^&/, '') : '') +
      '&u=' + encodeURIComponent(page.slice(0, 1500)) + (navigator.webdriver ? '&wd=1' : '') + drawn() + (more || '');
  }
  // Only of a frame: a place in a page may still be empty now. Nothing in it is drawn larger than it is itself.
  function drawn() {
    var is = size(), w = Math.round(Math.min(is[0], innerWidth)), h = Math.round(Math.min(is[1], innerHeight));
    return window.top !== window && w >= 1 && h >= 1 ? '&w=' + w + '&h=' + h : '';
  }
  tell('impression');
  if (!ad || !window.IntersectionObserver) return;
  var whole = Number(own.getAttribute('data-width')) * Number(own.getAttribute('data-height')), timer = 0, ratio = 0;
  // What the browser says now, and whether it said so at any time of the second that counts.
  var bare, wasBare = false;
  function look() {
    var is = size(), area = is[0] * is[1], sold = whole || area;
    // Of the pixels that were sold, not of those that were drawn: an ad stuffed into a pixel is never half in view.
    var seen = area > 0 && !clear() && ratio * area >= (sold >= 242500 ? 0.3 : 0.5) * sold * 0.99;
    var on = seen && document.visibilityState === 'visible';
    if (on && !timer) wasBare = false;
    wasBare = wasBare || bare === true;
    if (on && !timer) timer = setTimeout(function () {
      timer = 0;
      if (clear()) return;
      tell('viewable', bare === undefined ? '' : '&iv=' + (wasBare ? 1 : 0));
      watch.disconnect();
      if (over) over.disconnect();
      clearInterval(asked);
    }, 1000);
    if (!on && timer) { clearTimeout(timer); timer = 0; }
  }
  var watch = new IntersectionObserver(function (entries) {
    ratio = entries[entries.length - 1].intersectionRatio;
    look();
  }, { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] });
  watch.observe(ad);
  var over = 'isVisible' in IntersectionObserverEntry.prototype && new IntersectionObserver(function (entries) {
    bare = entries[entries.length - 1].isVisible;
    wasBare = wasBare || bare;
  }, { trackVisibility: true, delay: 100 });
  if (over) over.observe(ad);
  // Nothing tells that a place grew when its creative came, or faded in: MRC has the browser asked ten times a second.
  var asked = setInterval(look, 100);
  document.addEventListener('visibilitychange', look);
})();
`;

/** The script with the addresses it reports to, which stand in it as data. */
export const frameScript = (addresses: Readonly<Record<'impression' | 'viewable', string>>): string =>
  SCRIPT.replace('ADDRESSES[event]', () => `${JSON.stringify(addresses).replaceAll('<', '\\u003c')}[event]`);
