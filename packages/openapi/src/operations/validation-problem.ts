/** @module The response of `@nextpress/validate` to an invalid request: `application/problem+json` of RFC 9457. */

import type { OpenApiComponents } from '../document-types.ts';

const NAME = 'ValidationProblem';

/** Refers to the response of this module. */
export const VALIDATION_REF: string = `#/components/responses/${NAME}`;

export const VALIDATION_COMPONENTS: Required<Pick<OpenApiComponents, 'responses' | 'schemas'>> = {
  responses: {
    [NAME]: {
      description: 'The request does not match the schemas of the operation.',
      content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${NAME}` } } },
    },
  },
  schemas: {
    [NAME]: {
      type: 'object',
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
        code: { type: 'string' },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              location: { type: 'string', examples: ['body.items[3].price'] },
              message: { type: 'string' },
              keyword: { type: 'string' },
            },
            required: ['location', 'message', 'keyword'],
          },
        },
      },
      required: ['type', 'title', 'status', 'detail', 'code', 'errors'],
    },
  },
};
