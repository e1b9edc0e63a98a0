/** @module Cold: views. A view is a file and the engine that renders it. */

import fs from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { type EngineLookup, loadEngine, type ViewEngine, type Views } from './view-engine.ts';

const { nextTick } = process;

/** Options of a view. A class in the setting `view` gets the same. */
export interface ViewOptions {
  /** The setting `view engine`: the extension of names without one. */
  readonly defaultEngine: string | undefined;
  /** The setting `views`. */
  readonly root: Views;
  /** The engines of the application, by extension, dot included. Loaded engines are added. */
  readonly engines: EngineLookup;
}

/** A view that an application renders. */
export class View {
  readonly name: string;
  readonly ext: string;
  readonly root: Views;
  readonly defaultEngine: string | undefined;
  readonly engine: ViewEngine;
  /** The path of the file; `undefined` when there is none. */
  readonly path: string | undefined;

  /**
   * Finds the file of a view and loads the engine of its extension.
   *
   * @throws Error if neither the name nor `view engine` has an extension, or if there is no such engine
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

  /** Finds the file of a name with extension: the first that {@link resolve} finds in the folders. */
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

  /** Renders the view. `done` is always called asynchronously, even when the engine is synchronous. */
  render(options: object, done: (error: unknown, text?: string) => void): void {
    let isSync = true;
    this.engine(this.path as string, options, (error, text) => {
      if (isSync) nextTick(done, error, text);
      else done(error, text);
    });
    isSync = false;
  }
}

/** Adds a dot to an extension or to the name of an engine. */
export function withDot(extension: string): string {
  return extension.startsWith('.') ? extension : `.${extension}`;
}

function isFile(path: string): boolean {
  return fs.statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
