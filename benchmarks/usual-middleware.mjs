import { Writable } from 'node:stream';
import compression from 'compression';
import cors from 'cors';
import express from 'express';
import helmet from 'helmet';
import morgan from 'morgan';

/** What most applications of Express begin with. The log is written, but to nowhere. */
export function usualMiddleware() {
  const nowhere = new Writable({ write: (_line, _encoding, done) => done() });
  return [helmet(), cors(), compression(), morgan('combined', { stream: nowhere }), express.json()];
}
