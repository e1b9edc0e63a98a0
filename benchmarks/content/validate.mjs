/** @module The validation of a registration, for servers that have none of their own. */

import { Ajv } from 'ajv';
import { registrationSchema } from './registration.mjs';

export const validate = new Ajv().compile(registrationSchema);
