import { Ajv } from 'ajv';
import { createServer, jsonBody } from 'nextpress';
import { registrationSchema } from '../../content/registration.mjs';
import { layers } from './layers.mjs';

const validate = new Ajv().compile(registrationSchema);

/** @param {import('nextpress').ServerOptions} [options] */
export function application(options) {
  const app = createServer(options);

  app.get('/orders/:id', ...layers, (req, res) => {
    res.json({ id: req.params.id, owner: /** @type {import('./layers.mjs').Request} */ (req).user });
  });

  app.post('/registrations', jsonBody(), (req, res) => {
    const { body } = req;
    if (validate(body)) res.status(201).json({ name: body.name, email: body.email });
    else res.status(400).json({ errors: validate.errors });
  });
  return app;
}

/** @type {import('../../suite.mjs').Serve} */
export const serve = () => application().listen(0, '127.0.0.1');
