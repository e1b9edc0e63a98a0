/** @module Who may read the answers, and the requests that a browser sends for that. */

export const policy = {
  origins: ['https://app.example', 'https://admin.example'],
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Content-Type', 'Authorization'],
  maxAge: 600,
};

export const preflight = {
  method: 'OPTIONS',
  path: '/items',
  headers: {
    origin: 'https://app.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type',
  },
};

export const simple = { method: 'GET', path: '/items', headers: { origin: 'https://app.example' } };

/** What the route answers. */
export const items = [
  { id: 1, name: 'lamp' },
  { id: 2, name: 'table' },
];
