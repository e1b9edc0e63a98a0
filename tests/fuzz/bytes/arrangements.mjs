/**
 * A server's options and listeners.
 *
 * @typedef {object} Arrangement
 * @property {number} weight How often it is chosen.
 * @property {import('node:http').ServerOptions} [options]
 * @property {Record<string, unknown>} [settings] Assigned to the server after its creation.
 * @property {ListenerName[]} [listeners]
 * @property {number} [patience] Milliseconds until its timeouts have fired.
 *
 * @typedef {'clientErrorRespond' | 'clientErrorDestroy' | 'clientErrorSilent' | 'upgrade' | 'connect' | 'checkContinue'
 *   | 'checkExpectation' | 'dropRequest' | 'secondRequest' | 'timeout'} ListenerName
 */

const quick = { headersTimeout: 250, requestTimeout: 400, connectionsCheckingInterval: 50 };

/** @type {Record<string, Arrangement>} */
export const arrangements = {
  plain: { weight: 64 },
  clientErrorRespond: { weight: 6, listeners: ['clientErrorRespond'] },
  clientErrorDestroy: { weight: 3, listeners: ['clientErrorDestroy'] },
  clientErrorSilent: { weight: 2, listeners: ['clientErrorSilent'] },
  switching: { weight: 5, listeners: ['upgrade', 'connect', 'checkContinue', 'checkExpectation'] },
  twoListeners: { weight: 3, listeners: ['secondRequest', 'clientErrorRespond'] },
  joined: { weight: 3, options: { joinDuplicateHeaders: true } },
  noHost: { weight: 2, options: { requireHostHeader: false } },
  smallHead: { weight: 4, options: { maxHeaderSize: 512 } },
  halfOpen: { weight: 3, settings: { httpAllowHalfOpen: true } },
  lenient: { weight: 1, options: { insecureHTTPParser: true } },
  noKeepAlive: { weight: 1, options: { keepAliveTimeout: 0 } },
  fewRequests: { weight: 1, settings: { maxRequestsPerSocket: 2 }, listeners: ['dropRequest'] },
  fewFields: { weight: 1, settings: { maxHeadersCount: 5 } },
  unique: { weight: 1, options: { uniqueHeaders: ['x-case', 'set-cookie'] } },
  strictBodies: { weight: 1, options: { rejectNonStandardBodyWrites: true } },
  smallBuffer: { weight: 1, options: { highWaterMark: 64 } },
  hurried: { weight: 0, options: { ...quick, keepAliveTimeout: 100 }, patience: 3_200 },
  hurriedHeard: {
    weight: 0,
    options: { ...quick, keepAliveTimeout: 100 },
    listeners: ['clientErrorRespond', 'timeout'],
    patience: 3_200,
  },
};
