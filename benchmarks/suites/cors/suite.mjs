import { items, policy, preflight, simple } from '../../content/cors-policy.mjs';

const allowed = {
  'access-control-allow-origin': 'https://app.example',
  'access-control-allow-credentials': 'true',
};

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'cors',
  title: 'CORS: a list of origins, with credentials',
  source: 'this project',
  scenarios: [
    {
      name: 'cors-preflight',
      title: 'a preflight',
      requests: [preflight],
      answer: {
        status: 204,
        body: '',
        fields: {
          ...allowed,
          'access-control-allow-methods': '*',
          'access-control-allow-headers': '*',
          'access-control-max-age': String(policy.maxAge),
          vary: '*',
        },
      },
    },
    {
      name: 'cors-simple',
      title: 'a request from another origin',
      requests: [simple],
      answer: {
        status: 200,
        body: JSON.stringify(items),
        fields: { ...allowed, 'content-type': 'application/json', vary: '*' },
      },
    },
  ],
};
