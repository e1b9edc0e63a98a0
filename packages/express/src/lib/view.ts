/** @module `express/lib/view`: the view class, which code written for Express also calls without `new`. */

import { View as ServerView, type ViewOptions } from '@nextpress/server/express';

type ViewClass = typeof ServerView & ((this: ServerView, name: string, options: ViewOptions) => void);

function View(this: ServerView, name: string, options: ViewOptions): ServerView {
  // The constructor calls `lookup`, which a subclass may override.
  const subclass = new.target ?? (this.constructor as typeof ServerView);
  const view = Reflect.construct(ServerView, [name, options], subclass) as ServerView;
  return new.target ? view : Object.assign(this, view);
}
View.prototype = ServerView.prototype;

const viewClass: ViewClass = View as unknown as ViewClass;

export { viewClass as default, viewClass as 'module.exports' };
