// Form bodies through the middleware, without a socket.

import { formBody } from '@nextpress/form-body';
import { bench } from '@nextpress-internal/bench-kit';
import { parseBy, readBy } from '@nextpress-internal/bench-kit/body-request';
import bodyParser from 'body-parser';

const TYPE = 'application/x-www-form-urlencoded';

const variants = {
  '@nextpress/form-body': parseBy(formBody(), TYPE),
  'body-parser': parseBy(bodyParser.urlencoded({ extended: false }), TYPE),
  'URLSearchParams, nothing checked': parseBy(
    readBy((text) => Object.fromEntries(new URLSearchParams(text))),
    TYPE,
  ),
};

/** @param {number} fields In each form. */
const formsOf = (fields) => ({
  inputs: Array.from({ length: 100 }, (_, index) =>
    Buffer.from(
      Array.from({ length: fields }, (_, at) => `field${at}=J%C3%BCrgen+${index}+of+London`).join('&'),
    ),
  ),
  variants,
  comparable: (/** @type {object} */ body) => ({ ...body }),
});

await bench(import.meta.dirname, {
  measures: 'time per form',
  notes: 'Reading a form takes the same path as reading JSON: [`jsonBody()`](../json-body#speed).',
  functions: { '5 fields': formsOf(5), '50 fields': formsOf(50) },
});
