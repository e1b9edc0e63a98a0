/** @module Checks the options of `createServer`, and adds the defaults. */

import type { ServerOptions as HttpsServerOptions } from 'node:https';
import { type Http2Settings, readHttp2Options } from '@nextpress/http2';
import { type HealthOptions, type HealthSettings, readHealthOptions } from '@nextpress/lifecycle';
import { checkOptionNames, invalidOption } from '@nextpress/semantics/options';
import type { Logger } from '../../types/logger.ts';
import type { LogError, NodeServerOptions, ServerOptions } from '../../types/server-options.ts';
import { readLogger } from '../logging/read-logger.ts';
import { logErrorsTo } from '../logging/request-log.ts';
import { developmentTools } from '../responding/development-tools.ts';
import { OPTION_RULES } from './option-rules.ts';
import { type RequestIdSettings, readRequestId } from './request-id.ts';

/** The checked options. */
export interface Settings {
  /** Settings by Express's names. */
  readonly values: Readonly<Record<string, unknown>>;
  /** `undefined` for the dialect's default. */
  readonly logError: LogError | undefined;
  readonly health: HealthSettings | undefined;
  readonly fastLane: boolean;
  readonly sendTimeout: number;
  readonly logger: Logger | undefined;
  /** Whether responses and errors are logged. */
  readonly logsExchanges: boolean;
  readonly requestId: RequestIdSettings | undefined;
  readonly tls: HttpsServerOptions | undefined;
  readonly http2: Http2Settings | undefined;
  readonly node: NodeServerOptions;
}

/** Node's `requestTimeout`, for the other direction. The kernel buffers up to a megabyte, which slow clients take minutes to read. */
const SEND_TIMEOUT = 300_000;

/** Options of Node's `http.createServer`, of all supported versions. */
const NODE_OPTIONS: readonly string[] = [
  'connectionsCheckingInterval',
  'headersTimeout',
  'highWaterMark',
  'httpValidation',
  'insecureHTTPParser',
  'joinDuplicateHeaders',
  'keepAlive',
  'keepAliveInitialDelay',
  'keepAliveTimeout',
  'keepAliveTimeoutBuffer',
  'maxHeaderSize',
  'noDelay',
  'optimizeEmptyRequests',
  'rejectNonStandardBodyWrites',
  'requestTimeout',
  'requireHostHeader',
  'shouldUpgradeCallback',
  'uniqueHeaders',
];

const OPTION_NAMES = [...Object.keys(OPTION_RULES), ...NODE_OPTIONS].sort();

/** The checked option `health`; `undefined` for false. */
export function healthSettings(health: boolean | HealthOptions = false): HealthSettings | undefined {
  return health === false ? undefined : readHealthOptions(health === true ? {} : health);
}

/** Options that belong elsewhere, or have another name in Fastify. */
const REMEDIES: Readonly<Record<string, string>> = {
  port: 'pass it to listen(), as in createServer().listen(3000)',
  host: 'pass it to listen(), as in createServer().listen(3000, "127.0.0.1")',
  hostname: 'pass it to listen(), as in createServer().listen(3000, "127.0.0.1")',
  signals: 'pass it to listen(), as in createServer().listen(3000, { signals: true })',
  behind: 'pass it to listen(), as in createServer().listen(3000, { behind: "alb" })',
  bodyLimit: 'pass the limit to the parser, as in jsonBody({ limit: "1mb" })',
  requestIdHeader: 'use "requestId", as in createServer({ requestId: { header: "X-Request-Id" } })',
  genReqId: 'use "requestId", as in createServer({ requestId: { generate } })',
  ignoreTrailingSlash: 'use "strict", which is false by default',
  cors: 'use the middleware, as in app.use(cors())',
  https: 'use "tls"',
  key: 'use "tls", as in createServer({ tls: { key, cert } })',
  cert: 'use "tls", as in createServer({ tls: { key, cert } })',
};

/**
 * Checks the options.
 *
 * @throws TypeError naming the first option that does not exist or has an invalid value
 */
export function readOptions(options: ServerOptions): Settings {
  checkOptionNames('createServer', options, OPTION_NAMES, REMEDIES);
  const node: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const rule = OPTION_RULES[name];
    if (rule === undefined) node[name] = value;
    else if (value !== undefined) {
      if (!rule.isValid(value)) throw invalidOption('createServer', name, rule.expected, value);
      if (rule.setting !== undefined) values[rule.setting] = value;
    }
  }
  const logger = readLogger(options.logger);
  // `nextpress dev` prints responses itself; the application's own logger may write them elsewhere.
  const tools = developmentTools();
  const logsExchanges = logger !== undefined && !(options.logger === true && tools !== undefined);
  const requestId = readRequestId(options.requestId === undefined ? logger !== undefined : options.requestId);
  const { sendTimeout = SEND_TIMEOUT, http2 = false } = options;
  return {
    values,
    logError:
      options.logError ??
      (logsExchanges ? logErrorsTo(logger) : tools && ((error, req) => tools.logError(error, req))),
    logger,
    logsExchanges,
    requestId,
    health: healthSettings(options.health),
    fastLane: options.fastLane ?? true,
    sendTimeout,
    tls: options.tls,
    http2:
      http2 === false
        ? undefined
        : readHttp2Options(http2 === true ? {} : http2, { ...options, sendTimeout }),
    node,
  };
}
