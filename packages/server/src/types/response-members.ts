import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseHelpers } from '@nextpress/core';
import type { EventStream, EventStreamOptions } from '@nextpress/events';
import type { RenderCallback, RenderOptions } from '../views/render.ts';
import type { AddedToResponse, DeclaredLocals } from './declared-members.ts';
import type { FileHelpers } from './file-helpers.ts';
import type { LocalsRecord } from './values.ts';

/** The member that Express's responses lack. What applications declare under its name takes precedence. */
interface OwnMembers {
  /**
   * Starts a stream of server-sent events. It ends when the client disconnects and when the server shuts
   * down.
   *
   * @throws TypeError for an invalid option; Error `ERR_HTTP_HEADERS_SENT` after the response has started
   *
   * @example
   * ```ts
   * app.get('/countdown', async (req, res) => {
   *   const stream = res.sse();
   *   for (const count of [3, 2, 1]) await stream.send({ data: count });
   *   stream.close();
   * });
   * // GET /countdown => 200 Content-Type: text/event-stream
   * ```
   */
  sse(options?: EventStreamOptions): EventStream;
}

/** The members of a response, by the types of its application, request, content and `res.locals`. */
export interface ResponseMembers<
  Application,
  Request extends IncomingMessage,
  ResBody,
  Locals extends LocalsRecord,
> extends ServerResponse,
    ResponseHelpers,
    FileHelpers,
    Omit<OwnMembers, keyof Express.Response | keyof AddedToResponse>,
    Express.Response,
    AddedToResponse {
  json(value?: ResBody): this;
  jsonp(value?: ResBody): this;
  send(body?: ResBody): this;
  locals: Locals & DeclaredLocals;
  /**
   * Responds with a view, rendered with the locals of the response and of the application. Without a callback the text is
   * sent, and an error goes to the error handlers.
   *
   * @example
   * ```ts
   * const app = createServer({ views: '.', viewEngine: 'md' });
   * app.engine('md', (path, options, done) => done(null, `<h1>${options.title}</h1>`));
   * app.get('/', (req, res) => res.render('README', { title: 'Hello' }));
   * // GET / => 200 <h1>Hello</h1>
   * ```
   */
  render(view: string, callback: RenderCallback): void;
  render(view: string, options?: RenderOptions, callback?: RenderCallback): void;
  /** The application that handles the request: the innermost one where applications are mounted. */
  app: Application;
  /** The request that this responds to. */
  req: Request;
}
