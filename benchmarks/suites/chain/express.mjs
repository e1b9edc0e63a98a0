import { Ajv } from 'ajv';
import express from 'express';
import { registrationSchema } from '../../content/registration.mjs';
import { layers } from './layers.mjs';

const validate = new Ajv().compile(registrationSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = express();

  app.get('/orders/:id', ...layers, (req, res) => {
    res.json({ id: req.params.id, owner: /** @type {import('./layers.mjs').Request} */ (req).user });
  });

  app.post('/registrations', express.json(), (req, res) => {
    const { body } = req;
    if (validate(body)) res.status(201).json({ name: body.name, email: body.email });
    else res.status(400).json({ errors: validate.errors });
  });

  return app.listen(0, '127.0.0.1');
}
