// What `express.static` does for methods other than GET and HEAD.
import { tmpdir } from 'node:os';
import { ask, get, head } from './ask.ts';
import { type Case, type Cases, compare } from './compare.ts';
import { ends } from './shows.ts';

const served = (options: object): Case => ({
  app: (express) => express().set('env', 'production').use(express.static(tmpdir(), options)).use(ends),
  asks: [get('/missing'), head('/missing'), ask('POST', '/missing'), ask('DELETE', '/')],
});

const cases: Cases = {
  'express.static': {
    'with defaults': served({}),
    'without fallthrough': served({ fallthrough: false }),
    'with an invalid option': served({ dotfiles: 'invalid' }),
    'with an invalid option, without fallthrough': served({ dotfiles: 'invalid', fallthrough: false }),
  },
};

compare(cases);
