/** @module Hot: removes the prefix of a mount from the target of a request, and adds it again. */

import { pathnameOf } from '@nextpress/core';
import { Run, type RunLayers } from '@nextpress/middleware';
import type { Request, Response } from '../../types/application.ts';
import { joinTarget, type MountedTarget, mountTarget, pathOf } from '../path/target.ts';

/** A run whose layers may be mounted at a prefix. */
export abstract class MountingRun extends Run<Request, Response> {
  readonly baseUrl: string;
  /** Set while a layer runs in a mount. */
  mounted: MountedTarget | undefined = undefined;

  constructor(chain: RunLayers<Request, Response>, req: Request, res: Response) {
    super(chain, req, res);
    this.baseUrl = req.baseUrl || '';
  }

  /** Removes a matched prefix from `req.url`. */
  mount(length: number): void {
    const { req } = this;
    const mounted = mountTarget(req.url ?? '', pathnameOf(req), length);
    this.mounted = mounted;
    req.url = mounted.inner;
    req.baseUrl = this.baseUrl + mounted.base;
  }

  /** Adds the prefix to `req.url` again, if the request is in a mount. */
  unmount(): void {
    const { req } = this;
    const mounted = this.mounted;
    if (mounted === undefined) return;
    this.mounted = undefined;
    req.url = joinTarget(mounted, req.url ?? '');
    req.baseUrl = this.baseUrl;
    // Parses the target, because the next layer may read `req._parsedUrl`.
    pathOf(req);
  }
}
