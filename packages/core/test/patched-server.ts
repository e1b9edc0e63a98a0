import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import {
  defaultSettings,
  type HelperSettings,
  type PatchOptions,
  patchPrototypes,
  type RequestHelpers,
  type ResponseHelpers,
} from '../src/index.ts';

export interface PatchedRequest extends IncomingMessage, RequestHelpers {}
export interface PatchedResponse extends ServerResponse, ResponseHelpers {}

export type PatchedListener = (req: PatchedRequest, res: PatchedResponse) => void;

/** Patched subclasses, so that the prototypes of Node are not changed. */
export function patchedClasses(options: Omit<PatchOptions, 'request' | 'response'> = {}) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  patchPrototypes({ request: Request.prototype, response: Response.prototype, ...options });
  return { Request, Response };
}

/** A server of `node:http` whose requests and responses have the helpers. Responds with 500 when the listener throws. */
export function patchedServer(
  listener: PatchedListener,
  options: object = {},
  settings: Partial<HelperSettings> = {},
): Server {
  const { Request, Response } = patchedClasses({ settings: { ...defaultSettings(), ...settings } });
  return createServer({ ...options, IncomingMessage: Request, ServerResponse: Response }, (req, res) => {
    try {
      listener(req as PatchedRequest, res as unknown as PatchedResponse);
    } catch (error) {
      res.statusCode = 500;
      res.end(`${(error as { code?: string }).code}: ${(error as Error).message}`);
    }
  });
}

/** A request without a server. */
export function requestFor(url: string, { Request } = patchedClasses()): PatchedRequest {
  const req = new Request(new Socket()) as PatchedRequest;
  req.url = url;
  return req;
}

/** A response without a server. */
export function responseFor(req: PatchedRequest, { Response } = patchedClasses()): PatchedResponse {
  return new Response(req) as unknown as PatchedResponse;
}
