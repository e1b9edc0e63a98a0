import { Ajv } from 'ajv';
import bodyParser from 'body-parser';
import polka from 'polka';
import { registrationSchema } from '../../content/registration.mjs';
import { sendJson } from '../../hand-made-router.mjs';
import { layers } from './layers.mjs';

const validate = new Ajv().compile(registrationSchema);

/** @type {import('../../suite.mjs').Serve} */
export function serve() {
  const app = polka();

  app.get('/orders/:id', ...layers, (req, res) => {
    sendJson(res, { id: req.params.id, owner: /** @type {import('./layers.mjs').Request} */ (req).user });
  });

  app.post('/registrations', bodyParser.json(), (req, res) => {
    const { body } = req;
    const isValid = validate(body);
    res.statusCode = isValid ? 201 : 400;
    sendJson(res, isValid ? { name: body.name, email: body.email } : { errors: validate.errors });
  });

  app.listen(0, '127.0.0.1');
  return /** @type {import('node:http').Server} */ (app.server);
}
