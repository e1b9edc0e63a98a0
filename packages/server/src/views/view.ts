/** @module Cold: a view, found among files, and the engine that renders it. */

import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type EngineLookup, loadEngine, type ViewEngine, type Views } from './view-engine.ts';

/** What a view is made with; a class of one's own (the setting `view`) is given the same. */
export interface ViewOptions {
  /** The setting `view engine`: the extension of names that have none. */
  readonly defaultEngine: string | undefined;
  /** The setting `views`. */
  readonly root: Views;
  /** The engines of the application, by extension with its dot. One that is loaded is added. */
  readonly engines: EngineLookup;
}

/** A view that an application renders: where its file is, and what with. */
export class View {
  readonly name: string;
  readonly ext: string;
  readonly root: Views;
  readonly defaultEngine: string | undefined;
  readonly engine: ViewEngine;
  /** The file; `undefined` when there is none. */
  readonly path: string | undefined;

  /**
   * Finds the file of a view, and loads the engine of its extension.
   *
   * @throws Error when neither the name nor `view engine` tells an extension, or when there is no such engine
   */
  constructor(name: string, { defaultEngine, root, engines }: ViewOptions) {
    this.name = name;
    this.root = root;
    this.defaultEngine = defaultEngine;
    const given = extname(name);
    if (given === '' && !defaultEngine) {
      throw new Error('No default engine was specified and no extension was provided.');
    }
    this.ext = given === '' ? withDot(defaultEngine as string) : given;
    engines[this.ext] ??= loadEngine(this.ext.slice(1), root);
    this.engine = engines[this.ext] as ViewEngine;
    this.path = this.lookup(given === '' ? name + this.ext : name);
  }

  /** Finds the file of a name with its extension: the first that {@link resolve} finds in the folders. */
  lookup(name: string): string | undefined {
    for (const folder of [this.root].flat()) {
      const path = resolve(folder, name);
      const found = this.resolve(dirname(path), basename(path));
      if (found) return found;
    }
    return undefined;
  }

  /** Finds a file of a folder: the file itself, then the index of a folder of that name. */
  resolve(folder: string, file: string): string | undefined {
    return [join(folder, file), join(folder, basename(file, this.ext), `index${this.ext}`)].find(isFile);
  }

  /** Renders the view; `done` is always called later, even by an engine that answers at once. */
  render(options: object, done: (error: unknown, text?: string) => void): void {
    let sync = true;
    this.engine(this.path as string, options, (error, text) => {
      if (sync) process.nextTick(done, error, text);
      else done(error, text);
    });
    sync = false;
  }
}

/** An extension or the name of an engine, with a dot before it. */
export function withDot(extension: string): string {
  return extension.startsWith('.') ? extension : `.${extension}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
