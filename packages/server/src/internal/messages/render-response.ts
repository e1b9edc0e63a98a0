/** @module `res.render`. */

import { errorForNext } from '@nextpress/semantics/thrown-value';
import type { Response } from '../../types/application.ts';
import type { RenderCallback, RenderOptions } from '../../views/render.ts';

/** Responds with a view, rendered with the locals of the response and of the application. */
export function renderResponse(
  this: Response,
  name: string,
  options: RenderOptions | RenderCallback | undefined,
  callback?: RenderCallback,
): void {
  const { app, next } = this.req;
  const given = typeof options === 'object' ? options : {};
  const send: RenderCallback = (error, html) => {
    if (error) {
      next?.(errorForNext(error, 'The view engine'));
      return;
    }
    // Engines call back asynchronously, where a throw would end the process.
    try {
      this.send(html);
    } catch (thrown) {
      next?.(thrown);
    }
  };
  const done = typeof options === 'function' ? options : callback;
  app.render(name, { ...given, _locals: this.locals }, done ?? send);
}
