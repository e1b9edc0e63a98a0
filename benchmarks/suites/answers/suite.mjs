import { tenFields } from '../../content/ten-fields.mjs';

const text = { 'content-type': 'text/plain' };

/** @type {import('../../suite.mjs').Suite} */
export const suite = {
  name: 'answers',
  title: 'Answers out of the ordinary',
  source: 'this project',
  filesOf: 'api',
  scenarios: [
    {
      name: 'not-found',
      title: '404',
      requests: [{ method: 'GET', path: '/missing' }],
      answer: { status: 404 },
      note: "Each framework's own answer.",
    },
    {
      name: 'error',
      title: 'error: a handler that throws',
      requests: [{ method: 'GET', path: '/error' }],
      answer: { status: 500 },
      note: "Each framework's own answer, and nothing written to a log.",
    },
    {
      name: 'ten-fields',
      title: 'response with ten fields',
      requests: [{ method: 'GET', path: '/fields' }],
      answer: {
        status: 200,
        body: 'Hi',
        fields: {
          ...text,
          ...Object.fromEntries(
            Object.entries(tenFields).map(([name, value]) => [name.toLowerCase(), value]),
          ),
        },
      },
    },
  ],
};
